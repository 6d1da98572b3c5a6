import { createHash } from 'node:crypto'
import {
  type MoveFinishRequest,
  type MoveKey,
  type MoveRequest,
  type MoveRevealRequest,
  type MoveStateResponse,
  type MoveTakeRequest,
  type MoveWaitResponse,
  type WalletSessionResponse,
  walletSiteProject,
} from '@portico/protocol/gateway'
import { type AuditTrail, createSweep } from '@portico/server'
import type { Transaction } from 'kysely'
import type { Database } from '../../../infra/database/openDatabase.ts'
import type { Tables } from '../../../infra/database/Tables.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { VaultStatements } from '../assertions/createVaultStatements.ts'
import { createAuditedTransaction } from '../audit/createAuditedTransaction.ts'
import { createDeviceStore } from '../devices/createDeviceStore.ts'
import { deleteDeviceSlots } from '../devices/deleteDeviceSlots.ts'
import type { WalletDevices } from '../devices/service.ts'
import { createIdentityStore } from '../introductions/createIdentityStore.ts'
import type { LiveEnvelope } from '../secrets/createLiveEnvelope.ts'
import { slotPlace } from '../secrets/slotPlace.ts'
import { insertSession } from '../sessions/insertSession.ts'
import { isLive } from '../sessions/isLive.ts'
import type { WalletSessions } from '../sessions/service.ts'
import type { WalletSession } from '../sessions/store.ts'
import { insertSlot } from '../wallets/insertSlot.ts'
import type { WalletSlot } from '../wallets/store.ts'
import { createMoveStore, type Move } from './store.ts'

/** How long each step waits for the next one. */
const stepMs = 120_000

/**
 * Creates the service that passes a wallet from a device that is logged in to a new device. Both devices compare digits of
 * their keys, so this server can end a move, but neither take part in it nor read what it passes on.
 *
 * @param walletOrigin origin of the new device's session, which is for the wallet's own page.
 */
export function createMoves({
  database,
  audit,
  envelope,
  statements,
  devices,
  sessions,
  walletOrigin,
  now: clock,
}: {
  database: Database
  audit: AuditTrail<Tables>
  envelope: LiveEnvelope
  statements: Pick<VaultStatements, 'readAdded'>
  devices: Pick<WalletDevices, 'requireTrusted'>
  sessions: Pick<WalletSessions, 'prepare' | 'respond'>
  walletOrigin: string
  now: () => number
}) {
  const inAuditedTransaction = createAuditedTransaction({ database, audit })
  const sweep = createSweep({
    database,
    run: (transaction, now) =>
      transaction.deleteFrom('wallet_moves').where('expires_at', '<=', now).execute(),
  })
  const store = createMoveStore({ database })

  /** Returns the move of a session. */
  async function findOwn(session: WalletSession, id: string): Promise<Move> {
    const move = await store.find({ hash: hashOf(id), now: clock() })
    if (move?.sessionId !== session.id) throw new Problem('move-over')
    return move
  }

  /** Returns the move that a device takes part in, while the session of the older device is live. */
  async function findTaken(from: Database, { id, jkt }: { id: string; jkt: string }): Promise<Move> {
    const move = await createMoveStore({ database: from }).find({ hash: hashOf(id), now: clock() })
    if (move?.takerJkt !== jkt || !(await isSessionLive(from, move.sessionId))) throw new Problem('move-over')
    return move
  }

  async function isSessionLive(from: Database, id: string): Promise<boolean> {
    const row = await from
      .selectFrom('wallet_sessions')
      .select(['revoked_at', 'expires_at', 'last_used_at'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return false
    const { revoked_at: revokedAt, expires_at: expiresAt, last_used_at: lastUsedAt } = row
    return isLive({ revokedAt, expiresAt, lastUsedAt }, clock())
  }

  return {
    /**
     * Starts a move, and ends an earlier one of the session.
     *
     * @throws {Problem} `device-held`, `device-too-new` or `move-taken`
     */
    async start({
      session,
      request: { id },
    }: {
      session: WalletSession
      request: MoveRequest
    }): Promise<void> {
      await devices.requireTrusted(session)
      const now = clock()
      await sweep(now)
      const hash = hashOf(id)
      const { id: sessionId, userId } = session
      if (!(await store.add({ hash, sessionId, userId, expiresAt: now + stepMs }))) {
        const existing = await store.find({ hash, now })
        if (existing?.sessionId !== sessionId || existing.step !== 'open') throw new Problem('move-taken')
      }
      await store.dropOthers({ sessionId, hash })
    },

    /**
     * Takes the key of the first device that opens the link.
     *
     * @throws {Problem} `move-over` or `move-taken`
     */
    async take({ jkt, request: { id, key } }: { jkt: string; request: MoveTakeRequest }): Promise<void> {
      const now = clock()
      const hash = hashOf(id)
      const to = { step: 'taken', takerJkt: jkt, takerKey: key, expiresAt: now + stepMs } as const
      if (await store.advance({ hash, from: 'open', now, to })) return
      const move = await store.find({ hash, now })
      if (!move) throw new Problem('move-over')
      // A retry of a request that succeeded.
      if (move.takerJkt !== jkt || !isSame(move.takerKey, key)) throw new Problem('move-taken')
    },

    /** @throws {Problem} `move-over` */
    async state({
      session,
      request: { id },
    }: {
      session: WalletSession
      request: MoveRequest
    }): Promise<MoveStateResponse> {
      const { step, takerKey: key, takerJkt: jkt } = await findOwn(session, id)
      return { step, ...(key ? { key } : {}), ...(jkt === undefined ? {} : { jkt }) }
    },

    /**
     * Passes the older device's key to the new one.
     *
     * @throws {Problem} `move-over`
     */
    async reveal({
      session,
      request: { id, key },
    }: {
      session: WalletSession
      request: MoveRevealRequest
    }): Promise<void> {
      const { hash } = await findOwn(session, id)
      const to = { step: 'revealed', ownerKey: key } as const
      if (await store.advance({ hash, from: 'taken', now: clock(), to })) return
      const move = await findOwn(session, id)
      if (!isSame(move.ownerKey, key)) throw new Problem('move-over')
    },

    /**
     * Returns what the older device has left for the new one so far.
     *
     * @throws {Problem} `move-over`
     */
    async wait({ jkt, request: { id } }: { jkt: string; request: MoveRequest }): Promise<MoveWaitResponse> {
      const { ownerKey: key, sealed } = await findTaken(database, { id, jkt })
      return { ...(key ? { key } : {}), ...(sealed === undefined ? {} : { sealed }) }
    },

    /**
     * Adds the slot of the new device, and what the vault states about it; its key is introduced with its session, so that a move
     * that ends here leaves no device behind. The typed digits are compared on the older device; the statement shows that the
     * vault knows that device, too.
     *
     * @throws {Problem} `device-held`, `device-too-new`, `move-over`, `statement-invalid`, `jwt-not-yet-valid`,
     * `epoch-stale` or `vault-unavailable`
     */
    async finish({
      session,
      request,
    }: {
      session: WalletSession
      request: MoveFinishRequest
    }): Promise<void> {
      const { userId } = session
      const { id, statement, sealed, walletId } = request
      await devices.requireTrusted(session)
      const before = await findOwn(session, id)
      // A retry of a request that succeeded.
      if (before.step === 'finished' && before.sealed === sealed) return
      const { takerJkt: jkt, hash } = before
      if (before.step !== 'revealed' || jkt === undefined) throw new Problem('move-over')
      const claims = await statements.readAdded(statement)
      if (claims.sub !== userId || claims.by !== session.jkt || claims.jkt !== jkt)
        throw new Problem('statement-invalid')
      const { slotId, kind, wrap, share, epoch } = request.slot
      const encrypted = await envelope.seal({
        value: Buffer.from(share, 'base64url'),
        place: slotPlace({ walletId, slotId, userId }),
      })
      const now = clock()
      const times = { createdAt: now, lastUsedAt: now }
      const slot: WalletSlot = {
        walletId,
        slotId,
        userId,
        kind,
        jkt,
        wrap,
        epoch,
        share: encrypted,
        ...times,
      }
      await inAuditedTransaction(
        async (transaction, note) => {
          const to = { step: 'finished', sealed, expiresAt: now + stepMs } as const
          const isNext = await createMoveStore({ database: transaction }).advance({
            hash,
            from: 'revealed',
            now,
            to,
          })
          if (!isNext || !(await isSessionLive(transaction, session.id))) throw new Problem('move-over')
          if ((await insertSlot({ transaction, note, slot, now })) === undefined)
            throw new Problem('epoch-stale')
          await recordDevice({ transaction, userId, jkt, claims, now })
          await note({ event: 'device-moved', userId, subject: `${session.jkt} ${jkt}`, now })
        },
        [{ key: `user ${userId}` }],
      )
    },

    /**
     * Introduces the key of the new device and opens its session, once. It counts as no login: the recovery share is not
     * released to it.
     *
     * @throws {Problem} `move-over`
     */
    async session({
      jkt,
      request: { id },
    }: {
      jkt: string
      request: MoveRequest
    }): Promise<WalletSessionResponse> {
      const opened = await inAuditedTransaction(async (transaction, note) => {
        const { hash, userId } = await findTaken(transaction, { id, jkt })
        const now = clock()
        const to = { step: 'ended' } as const
        const own = createMoveStore({ database: transaction })
        if (!(await own.advance({ hash, from: 'finished', now, to }))) throw new Problem('move-over')
        const opened = sessions.prepare({
          userId,
          jkt,
          origin: walletOrigin,
          projectId: walletSiteProject,
          authTime: 0,
          introducedAt: null,
          way: null,
          assertionId: `move ${hash}`,
        })
        await createIdentityStore({ database: transaction }).introduce({ userId, jkt, way: 'device', now })
        if (!(await insertSession({ ...opened.row, transaction, note }))) throw new Problem('move-over')
        return opened
      })
      return sessions.respond(opened)
    },

    /**
     * Ends a move, and deletes the slot that it added for a device that has not opened its session yet. Does nothing if it is
     * over.
     */
    async drop({
      session,
      request: { id },
    }: {
      session: WalletSession
      request: MoveRequest
    }): Promise<void> {
      const { id: sessionId, userId } = session
      const hash = hashOf(id)
      const now = clock()
      await inAuditedTransaction(
        async (transaction, note) => {
          const own = createMoveStore({ database: transaction })
          const move = await own.find({ hash, now })
          await own.drop({ sessionId, hash })
          const { takerJkt: jkt } = move ?? {}
          if (move?.sessionId !== sessionId || move.step !== 'finished' || jkt === undefined) return
          // A device that was known before the move stays so.
          if (await createIdentityStore({ database: transaction }).isIntroduced({ userId, jkt })) return
          await deleteDeviceSlots({ transaction, userId, jkt })
          await note({ event: 'device-ended', userId, subject: jkt, now })
        },
        [{ key: `user ${userId}` }],
      )
    },
  }

  async function recordDevice({
    transaction,
    userId,
    jkt,
    claims: { heldUntil = 0, deviceSince },
    now,
  }: {
    transaction: Transaction<Tables>
    userId: string
    jkt: string
    claims: { heldUntil?: number | undefined; deviceSince: number }
    now: number
  }): Promise<void> {
    await createDeviceStore({ database: transaction, audit }).put({
      userId,
      jkt,
      heldUntil: heldUntil * 1000,
      since: deviceSince * 1000,
      updatedAt: now,
    })
  }
}

export type Moves = ReturnType<typeof createMoves>

const hashOf = (id: string): string => createHash('sha256').update(id).digest('base64url')

const isSame = (one: MoveKey | undefined, other: MoveKey): boolean => one?.x === other.x && one.y === other.y
