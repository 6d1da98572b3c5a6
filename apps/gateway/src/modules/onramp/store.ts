import type { CaipNetworkId } from '@portico/protocol'
import type { OnrampStatus } from '@portico/protocol/gateway'
import { createSweep, inTransaction } from '@portico/server'
import type { Selectable } from 'kysely'
import type { Database } from '../../infra/database/openDatabase.ts'
import type { Tables } from '../../infra/database/Tables.ts'
import { onrampRanks } from './onrampRanks.ts'

/** A purchase; see the table `onramp_sessions`. */
export type OnrampRow = Selectable<Tables['onramp_sessions']>

/** Stores purchases and the events that were processed. Promises resolve after the data is durable. */
export type OnrampStore = {
  add(row: OnrampRow): Promise<void>
  get(query: { id: string; now: number }): Promise<OnrampRow | undefined>
  /**
   * Applies an event of a provider once: marks it as processed, and moves the session to a later state.
   *
   * @returns the session if it has changed.
   */
  applyEvent(event: {
    /** Unique among all events of all providers. */
    id: string
    provider: string
    session: string
    status: Exclude<OnrampStatus, 'opened' | 'arrived'>
    hash: string | undefined
    /** Address that the provider names; an event about another address is not about this session. */
    account: string | undefined
    /** When the session ends from now on. */
    expiresAt: number
    now: number
  }): Promise<OnrampRow | undefined>
  /**
   * Moves a session to `arrived`. Of one payment, only one session of its account arrives.
   *
   * @returns the session if it has changed.
   */
  arrive(payment: { id: string; hash: string; received: string; now: number }): Promise<OnrampRow | undefined>
  /** Returns the payments that other sessions of an account have arrived with. */
  payments(query: { chain: string; account: string }): Promise<Set<string>>
  /**
   * Returns sessions for which the chain is to be asked now, and when each is to be asked again. Of several processes, one gets each.
   */
  takeDue(query: {
    now: number
    next: (row: OnrampRow) => number | null
    limit: number
  }): Promise<OnrampRow[]>
  /** Ends the sessions whose time is over. Returns those that have changed. */
  expire(now: number): Promise<OnrampRow[]>
  /** Returns the purchases of an account that have arrived, newest first. */
  arrived(query: {
    projectId: string
    provider: string
    account: string
    chains: readonly CaipNetworkId[]
    before: number
    limit: number
  }): Promise<OnrampRow[]>
}

const retentionMs = 90 * 24 * 3_600_000
const eventRetentionMs = 24 * 3_600_000
const open: readonly OnrampStatus[] = ['opened', 'working']

/** Returns the states that come before a state. */
function statesBefore(status: OnrampStatus): OnrampStatus[] {
  return (Object.keys(onrampRanks) as OnrampStatus[]).filter((one) => onrampRanks[one] < onrampRanks[status])
}

/** Creates the store of purchases in SQL. */
export function createOnrampStore({ database }: { database: Database }): OnrampStore {
  const sweep = createSweep({
    database,
    async run(transaction, now) {
      await transaction
        .deleteFrom('onramp_sessions')
        .where('created_at', '<=', now - retentionMs)
        .execute()
      await transaction.deleteFrom('onramp_events').where('expires_at', '<=', now).execute()
    },
  })
  const select = () => database.selectFrom('onramp_sessions').selectAll()

  return {
    async add(row) {
      await sweep(row.created_at)
      await database.insertInto('onramp_sessions').values(row).execute()
    },
    get: ({ id, now }) =>
      select()
        .where('id', '=', id)
        .where('created_at', '>', now - retentionMs)
        .executeTakeFirst(),
    applyEvent: ({ id, provider, session, status, hash, account, expiresAt, now }) =>
      inTransaction({
        database,
        async run(transaction) {
          const { numInsertedOrUpdatedRows = 0n } = await transaction
            .insertInto('onramp_events')
            .values({ id, expires_at: now + eventRetentionMs })
            .onConflict((conflict) => conflict.column('id').doNothing())
            .executeTakeFirst()
          if (numInsertedOrUpdatedRows === 0n) return undefined
          let query = transaction
            .updateTable('onramp_sessions')
            .set((row) => ({
              status,
              hash: row.fn.coalesce('hash', row.val(hash ?? null)),
              updated_at: now,
              expires_at: status === 'failed' || status === 'expired' ? row.ref('expires_at') : expiresAt,
              check_at: status === 'paid' ? now : row.ref('check_at'),
            }))
            .where('id', '=', session)
            .where('provider', '=', provider)
            .where('created_at', '>', now - retentionMs)
            .where((row) =>
              row.or([
                row('status', 'in', statesBefore(status)),
                // The provider names the payment only now.
                ...(hash === undefined
                  ? []
                  : [row.and([row('status', '=', status), row('hash', 'is', null)])]),
              ]),
            )
          if (account !== undefined) query = query.where('account', '=', account)
          return query.returningAll().executeTakeFirst()
        },
      }),
    async arrive({ id, hash, received, now }) {
      try {
        return await database
          .updateTable('onramp_sessions')
          .set({ status: 'arrived', hash, received, updated_at: now, check_at: null })
          .where('id', '=', id)
          .where('status', 'in', statesBefore('arrived'))
          .returningAll()
          .executeTakeFirst()
      } catch (error) {
        // The index of payments: another session has arrived with this one meanwhile.
        if (/unique/i.test((error as Error).message)) return undefined
        throw error
      }
    },
    async payments({ chain, account }) {
      const rows = await database
        .selectFrom('onramp_sessions')
        .select('hash')
        .where('chain', '=', chain)
        .where('account', '=', account)
        .where('status', '=', 'arrived')
        .execute()
      return new Set(rows.flatMap(({ hash }) => hash ?? []))
    },
    async takeDue({ now, next, limit }) {
      const rows = await select().where('check_at', '<=', now).orderBy('check_at').limit(limit).execute()
      const taken: OnrampRow[] = []
      for (const row of rows) {
        const { numUpdatedRows } = await database
          .updateTable('onramp_sessions')
          .set({ check_at: next(row) })
          .where('id', '=', row.id)
          // Unless another process has taken it.
          .where('check_at', '=', row.check_at)
          .executeTakeFirst()
        if (numUpdatedRows > 0n) taken.push(row)
      }
      return taken
    },
    expire: (now) =>
      database
        .updateTable('onramp_sessions')
        .set({ status: 'expired', updated_at: now, check_at: null })
        .where('expires_at', '<=', now)
        .where('status', 'in', open)
        .returningAll()
        .execute(),
    arrived: ({ projectId, provider, account, chains, before, limit }) =>
      select()
        .where('project_id', '=', projectId)
        .where('provider', '=', provider)
        .where('account', '=', account)
        .where('chain', 'in', chains)
        .where('status', '=', 'arrived')
        .where('created_at', '<', before)
        .orderBy('created_at', 'desc')
        .limit(limit)
        .execute(),
  }
}
