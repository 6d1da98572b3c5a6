import { createHash, timingSafeEqual } from 'node:crypto'
import {
  type AutoReleaseRequest,
  type AutoReleaseResponse,
  type AutoStoreRequest,
  type AutoStoreResponse,
  type SealedAuto,
  sealedAuto,
} from '@portico/protocol/vault'
import { type AuditTrail, auditLock, inTransaction } from '@portico/server'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { retryLater } from '../../limits/createBudgets.ts'
import { createUses } from '../../limits/createUses.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { Seals } from '../../secrets/createSeals.ts'
import { createHoldStore } from '../holds/store.ts'
import { hashOf } from '../transactions/createCodes.ts'
import { createUserStore } from '../users/store.ts'
import { type AutoPlace, createAutoStore, type Grant } from './store.ts'

export type AutoService = {
  store(call: AutoStoreRequest & { jkt: string }): Promise<AutoStoreResponse>
  release(call: AutoReleaseRequest & { jkt: string }): Promise<AutoReleaseResponse>
}

const day = 24 * 3_600_000
const releases = [{ ms: day, count: 5 }]
const stores = [{ ms: day, count: 20 }]

/**
 * Keeps the recovery secrets of wallets. One is released only to the key that has proven the mailbox, sealed to the key
 * that was named inside that proof: whoever runs the traffic in between, or the gateway, gets nothing.
 */
export function createAutoService({
  database,
  cipher,
  seals,
  audit,
  holdMs,
  now: clock,
}: {
  database: Database
  cipher: Cipher
  seals: Seals
  audit: AuditTrail<Tables>
  /** How long a device must have been known; the one that founded the user is never held. */
  holdMs: number
  now: () => number
}): AutoService {
  const placeOf = ({ userId, walletId, slotId }: AutoPlace) =>
    ({ table: 'autos', row: walletId, user: userId, slot: slotId }) as const

  async function readGrant(transaction: Database, grant: string, jkt: string, now: number): Promise<Grant> {
    const found = await createAutoStore({ database: transaction }).findGrant(
      { hash: hashOf(grant), jkt },
      now,
    )
    if (!found) throw new HttpProblem('grant-invalid')
    // Said to nobody but the key that was stopped.
    if (await createHoldStore({ database: transaction }).isCancelled({ userId: found.user_id, jkt }))
      throw new HttpProblem('hold-cancelled')
    return found
  }

  return {
    async store({ grant, sealed, jkt }) {
      const { user_id: userId } = await readGrant(database, grant, jkt, clock())
      const { secret, walletId, slotId, jkt: sealedFor }: SealedAuto = await seals.open(sealed, sealedAuto)
      if (sealedFor !== jkt) throw new HttpProblem('sealed-invalid')
      const place = { userId, walletId, slotId }
      await inTransaction({
        database,
        locks: [auditLock, { key: `auto ${userId}` }],
        run: async (transaction) => {
          const now = clock()
          await readGrant(transaction, grant, jkt, now)
          const store = createAutoStore({ database: transaction })
          const known = await store.find(place)
          if (known) {
            // Asked again after a crash: the answer is the same. Another secret would leave the slot that was made with
            // the first one without its other half.
            if (!isEqual(await cipher.open(placeOf(place), known), secret))
              throw new HttpProblem('auto-exists')
            return
          }
          const wait = await createUses({ database: transaction }).take(
            [{ key: `store ${userId}`, allowances: stores }],
            now,
          )
          if (wait !== undefined) throw retryLater('rate-limited', wait)
          await store.add(place, cipher.seal(placeOf(place), secret), now)
          await audit.append({ event: 'auto-store', userId, subject: slotId, now, transaction })
        },
      })
      const digest = createHash('sha256').update(Buffer.from(secret, 'base64url')).digest('base64url')
      const claims = { sub: userId, walletId, slotId, digest, jkt }
      return { receipt: await seals.sign({ type: 'auto-receipt+jwt', claims }) }
    },

    async release({ grant, walletId, slotId, jkt }) {
      const { user_id: userId, release_key: releaseKey } = await readGrant(database, grant, jkt, clock())
      const place = { userId, walletId, slotId }
      const kept = await inTransaction({
        database,
        locks: [auditLock, { key: `auto ${userId}` }],
        run: async (transaction) => {
          const now = clock()
          await readGrant(transaction, grant, jkt, now)
          const kept = await createAutoStore({ database: transaction }).find(place)
          if (!kept) throw new HttpProblem('auto-missing')
          const until = await heldUntil(transaction, { userId, jkt })
          if (until > now) throw new HttpProblem('held', { extra: { until: new Date(until).toISOString() } })
          const wait = await createUses({ database: transaction }).take(
            [{ key: `release ${userId}`, allowances: releases }],
            now,
          )
          if (wait !== undefined) throw retryLater('rate-limited', wait)
          await audit.append({ event: 'auto-release', userId, subject: slotId, now, transaction })
          return kept
        },
      })
      // Counted and written down before anything leaves.
      const secret = await cipher.open(placeOf(place), kept)
      return { sealed: await seals.sealTo(JSON.parse(releaseKey), { secret, walletId, slotId }) }
    },
  }

  async function heldUntil(transaction: Database, pair: { userId: string; jkt: string }): Promise<number> {
    const users = createUserStore({ database: transaction })
    const [user, device] = [await users.find(pair.userId), await users.findDevice(pair)]
    if (!user || !device) throw new HttpProblem('grant-invalid')
    return user.founding_jkt === pair.jkt ? 0 : device.created_at + holdMs
  }
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
