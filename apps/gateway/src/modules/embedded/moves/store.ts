import type { MoveKey, MoveStateResponse } from '@portico/protocol/gateway'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'

/** A move of a wallet to another device. `expiresAt` is in milliseconds since epoch. */
export type Move = {
  /** Hash of the ID, so that read access to the database is not enough to take part. */
  hash: string
  /** Session of the older device. */
  sessionId: string
  userId: string
  step: MoveStateResponse['step']
  /** DPoP key of the new device, and its key for this move. */
  takerJkt: string | undefined
  takerKey: MoveKey | undefined
  ownerKey: MoveKey | undefined
  sealed: string | undefined
  expiresAt: number
}

/** Creates the SQL store of moves. `database` may be a transaction; expired moves do not exist. */
export function createMoveStore({ database }: { database: Database }) {
  return {
    async find({ hash, now }: { hash: string; now: number }): Promise<Move | undefined> {
      const row = await database
        .selectFrom('wallet_moves')
        .selectAll()
        .where('hash', '=', hash)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row && fromRow(row)
    },

    /** Stores a new move. @returns false if the ID exists. */
    async add({
      hash,
      sessionId,
      userId,
      expiresAt,
    }: Pick<Move, 'hash' | 'sessionId' | 'userId' | 'expiresAt'>) {
      const added = await database
        .insertInto('wallet_moves')
        .values({
          hash,
          session_id: sessionId,
          user_id: userId,
          step: 'open',
          taker_jkt: null,
          taker_key: null,
          owner_key: null,
          sealed: null,
          expires_at: expiresAt,
        })
        .onConflict((conflict) => conflict.column('hash').doNothing())
        .returning('hash')
        .executeTakeFirst()
      return added !== undefined
    },

    /**
     * Takes a move to its next step.
     *
     * @returns false if it is not at the step `from`: of concurrent requests, one succeeds.
     */
    async advance({
      hash,
      from,
      now,
      to: { step, takerJkt, takerKey, ownerKey, sealed, expiresAt },
    }: {
      hash: string
      from: Move['step']
      now: number
      to: Pick<Move, 'step'> & Partial<Move>
    }): Promise<boolean> {
      const updated = await database
        .updateTable('wallet_moves')
        .set({
          step,
          ...(takerJkt === undefined ? {} : { taker_jkt: takerJkt }),
          ...(takerKey === undefined ? {} : { taker_key: JSON.stringify(takerKey) }),
          ...(ownerKey === undefined ? {} : { owner_key: JSON.stringify(ownerKey) }),
          ...(sealed === undefined ? {} : { sealed }),
          ...(expiresAt === undefined ? {} : { expires_at: expiresAt }),
        })
        .where('hash', '=', hash)
        .where('step', '=', from)
        .where('expires_at', '>', now)
        .returning('hash')
        .executeTakeFirst()
      return updated !== undefined
    },

    /** Deletes the moves of a session, except one. */
    async dropOthers({ sessionId, hash }: Pick<Move, 'sessionId' | 'hash'>): Promise<void> {
      await database
        .deleteFrom('wallet_moves')
        .where('session_id', '=', sessionId)
        .where('hash', '!=', hash)
        .execute()
    },

    async drop({ sessionId, hash }: Pick<Move, 'sessionId' | 'hash'>): Promise<void> {
      await database
        .deleteFrom('wallet_moves')
        .where('session_id', '=', sessionId)
        .where('hash', '=', hash)
        .execute()
    },
  }
}

function fromRow(row: Tables['wallet_moves']): Move {
  const toKey = (text: string | null): MoveKey | undefined => (text === null ? undefined : JSON.parse(text))
  return {
    hash: row.hash,
    sessionId: row.session_id,
    userId: row.user_id,
    step: row.step,
    takerJkt: row.taker_jkt ?? undefined,
    takerKey: toKey(row.taker_key),
    ownerKey: toKey(row.owner_key),
    sealed: row.sealed ?? undefined,
    expiresAt: row.expires_at,
  }
}
