import { createHash } from 'node:crypto'
import {
  type AutoReleaseRequest,
  type AutoReleaseResponse,
  type AutoStoreRequest,
  type AutoStoreResponse,
  type SealedAuto,
  sealedAuto,
} from '@portico/protocol/vault'
import { type AuditTrail, auditLock, inTransaction, isEqualSecret } from '@portico/server'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import { Problem } from '../../problems/Problem.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { Jose } from '../../secrets/createJose.ts'
import { hashToken } from '../../secrets/hashToken.ts'
import type { HoldService } from '../holds/service.ts'
import { createHoldStore } from '../holds/store.ts'
import { countDaily } from '../users/countDaily.ts'
import { createUserStore } from '../users/store.ts'
import { type AutoPlace, createAutoStore, type Grant } from './store.ts'

/** Stores and releases recovery secrets. */
export type AutoService = {
  store(call: AutoStoreRequest & { jkt: string }): Promise<AutoStoreResponse>
  release(call: AutoReleaseRequest & { jkt: string }): Promise<AutoReleaseResponse>
}

/** Per user. */
const daily = { release: 5, store: 20 }

/**
 * Creates the service that stores recovery secrets. A secret is released only to a device that has proven its e-mail address,
 * encrypted to the key from that proof, so neither the gateway nor a proxy in between can read it.
 */
export function createAutoService({
  database,
  cipher,
  jose,
  audit,
  holds,
  now: clock,
}: {
  database: Database
  cipher: Cipher
  jose: Jose
  audit: AuditTrail<Tables>
  holds: Pick<HoldService, 'heldUntil'>
  now: () => number
}): AutoService {
  const placeOf = ({ userId, walletId, slotId }: AutoPlace) =>
    ({ table: 'autos', row: walletId, user: userId, slot: slotId }) as const

  async function readGrant(transaction: Database, grant: string, jkt: string, now: number): Promise<Grant> {
    const found = await createAutoStore({ database: transaction }).findGrant(
      { hash: hashToken(grant), jkt },
      now,
    )
    if (!found || found.activated_at === null) throw new Problem('grant-invalid')
    // Only the stopped device itself can get here, so the problem reveals nothing to others.
    if (await createHoldStore({ database: transaction }).isCancelled({ userId: found.user_id, jkt }))
      throw new Problem('hold-cancelled')
    return found
  }

  return {
    async store({ grant, sealed, jkt }) {
      const { user_id: userId } = await readGrant(database, grant, jkt, clock())
      const { secret, walletId, slotId, jkt: sealedFor }: SealedAuto = await jose.decrypt(sealed, sealedAuto)
      if (sealedFor !== jkt) throw new Problem('sealed-invalid')
      const place = { userId, walletId, slotId }
      await inTransaction({
        database,
        locks: [auditLock, { key: `auto ${userId}` }],
        run: async (transaction) => {
          const now = clock()
          await readGrant(transaction, grant, jkt, now)
          const store = createAutoStore({ database: transaction })
          const stored = await store.find(place)
          if (stored) {
            // Storing the same secret again, as after a crash, succeeds. Overwriting it with another one would make the slot
            // that was created with the first one unusable.
            if (!isEqualSecret(await cipher.open(placeOf(place), stored), secret))
              throw new Problem('auto-exists')
            return
          }
          await countDaily(transaction, [{ key: `store ${userId}`, count: daily.store }], now)
          await store.add(place, cipher.seal(placeOf(place), secret), now)
          await audit.append({ event: 'auto-store', userId, subject: slotId, now, transaction })
        },
      })
      const digest = createHash('sha256').update(Buffer.from(secret, 'base64url')).digest('base64url')
      const claims = { sub: userId, walletId, slotId, digest, jkt }
      return { receipt: await jose.sign({ type: 'auto-receipt+jwt', claims }) }
    },

    async release({ grant, walletId, slotId, jkt }) {
      const { user_id: userId, release_key: releaseKey } = await readGrant(database, grant, jkt, clock())
      const place = { userId, walletId, slotId }
      const stored = await inTransaction({
        database,
        locks: [auditLock, { key: `auto ${userId}` }],
        run: async (transaction) => {
          const now = clock()
          await readGrant(transaction, grant, jkt, now)
          const stored = await createAutoStore({ database: transaction }).find(place)
          if (!stored) throw new Problem('auto-missing')
          await requireReleased(transaction, { userId, jkt }, now)
          await countDaily(transaction, [{ key: `release ${userId}`, count: daily.release }], now)
          await audit.append({ event: 'auto-release', userId, subject: slotId, now, transaction })
          return stored
        },
      })
      // The release is counted and audited before the secret leaves.
      const secret = await cipher.open(placeOf(place), stored)
      return { sealed: await jose.encrypt(JSON.parse(releaseKey), { secret, walletId, slotId }) }
    },
  }

  /** Throws while the device must wait for the recovery secret, and if it was removed. */
  async function requireReleased(
    transaction: Database,
    pair: { userId: string; jkt: string },
    now: number,
  ): Promise<void> {
    const users = createUserStore({ database: transaction })
    const [user, device] = [await users.find(pair.userId), await users.findDevice(pair)]
    if (!user || !device) throw new Problem('grant-invalid')
    const isFounding = user.founding_jkt === pair.jkt
    const until = holds.heldUntil(device, { isFounding }, now)
    if (until !== undefined) throw new Problem('held', { extra: { until: new Date(until).toISOString() } })
  }
}
