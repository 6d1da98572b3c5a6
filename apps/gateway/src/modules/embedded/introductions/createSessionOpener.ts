import type { AuditTrail } from '@portico/server'
import { farcasterHoldMs } from '@portico/server/farcaster'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../infra/database/Tables.ts'
import type { Note } from '../audit/createAuditedTransaction.ts'
import { createDeviceStore } from '../devices/createDeviceStore.ts'
import { createAddressRecords } from '../identities/createAddressRecords.ts'
import { createLoginRecords } from '../identities/createLoginRecords.ts'
import { insertSession } from '../sessions/insertSession.ts'
import type { PreparedSession, WalletSessions } from '../sessions/service.ts'
import { admit } from './admit.ts'
import type { StatedDevice } from './createContentCipher.ts'
import type { IdentityIndexes } from './createIdentityIndexes.ts'
import { createIdentityStore } from './createIdentityStore.ts'
import type { Introduction } from './createIntroductionStore.ts'

/** Creates the function that ends an introduction once the gateway has its own proof: a typed code or an ID token. */
export function createSessionOpener({
  audit,
  sessions,
}: {
  audit: AuditTrail<Tables>
  sessions: Pick<WalletSessions, 'prepare'>
}) {
  /**
   * Admits the key as the user whom the vault named, and stores a session. Call it with the locks of the introduction, the
   * identity and the user.
   *
   * @returns undefined if the user is another one.
   */
  return async ({
    transaction,
    note,
    introduction,
    page: { origin, projectId },
    device,
    indexes,
    now,
  }: {
    transaction: Transaction<Tables>
    note: Note
    introduction: Pick<Introduction, 'id' | 'way' | 'jkt' | 'sub' | 'format'>
    page: { origin: string; projectId: string }
    /** What the vault states about the key, if it asserted the login. */
    device: StatedDevice | undefined
    indexes: IdentityIndexes
    now: number
  }): Promise<PreparedSession | undefined> => {
    const { id, jkt } = introduction
    const identities = createIdentityStore({ database: transaction })
    const addresses = createAddressRecords({ transaction })
    const logins = createLoginRecords({ transaction })
    const devices = createDeviceStore({ database: transaction, audit })
    const userId = introduction.sub ?? ''
    const isKnown = await identities.isIntroduced({ userId, jkt })
    const admission = await admit({ identities, addresses, logins, introduction, indexes, now })
    if (admission === 'refused') return undefined
    if (admission === 'added')
      await note({ event: 'login-added', userId, subject: `${introduction.way} ${jkt}`, now })
    if (admission === 'moved') await note({ event: 'address-changed', userId, subject: jkt, now })
    const opened = sessions.prepare({
      userId,
      jkt,
      origin,
      projectId,
      authTime: now,
      introducedAt: now,
      way: introduction.way,
      assertionId: `introduction ${id}`,
    })
    if (device) {
      // The vault may make a known key wait longer, such as after its owner stopped it there, but it alone cannot end a wait.
      const before = isKnown ? await devices.find({ userId, jkt }) : undefined
      // The gateway's own wait: with its key alone, the vault cannot let a stranger's device in earlier.
      const isFounding = (await devices.firstSeen({ userId, jkt })) === 0
      const waitMs = introduction.way === 'farcaster' && !isKnown && !isFounding ? farcasterHoldMs : 0
      await devices.put({
        userId,
        jkt,
        heldUntil: Math.max((device.heldUntil ?? 0) * 1000, before?.heldUntil ?? 0, waitMs && now + waitMs),
        since: Math.max((device.deviceSince ?? 0) * 1000, before?.since ?? 0),
        updatedAt: now,
      })
    }
    await note({ event: 'introduced', userId, subject: jkt, now })
    if (!(await insertSession({ ...opened.row, transaction, note })))
      throw new Error('an introduction was used twice')
    return opened
  }
}
