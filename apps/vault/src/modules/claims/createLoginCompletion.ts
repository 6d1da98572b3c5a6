import type { SealedClaim } from '@portico/protocol/vault'
import type { AuditTrail } from '@portico/server'
import { farcasterHoldMs } from '@portico/server/farcaster'
import type { Transaction } from 'kysely'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import { hashToken } from '../../secrets/hashToken.ts'
import { createAutoStore } from '../auto/store.ts'
import { claimLifetimeMs } from '../challenges/createChallenges.ts'
import type { HoldService } from '../holds/service.ts'
import type { NotifyOwner } from '../users/createNotifyOwner.ts'
import { createUserStore, type User } from '../users/store.ts'
import type { Login } from './Login.ts'

/** How long a grant is valid from its activation. */
export const grantMs = 600_000

/** A recorded login. Times are in milliseconds since epoch. */
export type LoginCompletion = {
  userId: string
  hasAuto: boolean
  login: Login
  /** When the device first logged in; 0 for the one that created the user. */
  deviceSince: number
  /** When the device gets the recovery secret; undefined if it need not wait. */
  heldUntil: number | undefined
}

/**
 * Returns a function that records a claimed login, in the same transaction: it adds the user, the device
 * and the grant, and mails the owner about a new device.
 */
export function createLoginCompletion({
  audit,
  holds,
  notifyOwner,
}: {
  audit: AuditTrail<Tables>
  holds: HoldService
  notifyOwner: NotifyOwner
}) {
  return async function completeLogin({
    transaction,
    login,
    releaseKey,
    grant,
    isActive,
    isProven,
    startsOver,
    now,
  }: {
    transaction: Transaction<Tables>
    login: Login
    releaseKey: SealedClaim['releaseKey']
    grant: string
    /** Whether the grant is valid without a statement of the gateway. */
    isActive: boolean
    /** Whether the vault itself verified the person in this login: by the mailed link, or at the provider. */
    isProven: boolean
    /** Whether the login shows that the gateway does not know the key, see `startOver`. */
    startsOver: boolean
    now: number
  }): Promise<LoginCompletion> {
    const { tx, jkt, address, createdAt: startedAt } = login
    const users = createUserStore({ database: transaction })
    const found = await login.findUser(transaction)
    const userId = found ?? (await login.addUser(transaction, now))
    const autos = createAutoStore({ database: transaction })
    const hasAuto = await autos.hasAny(userId)
    if (startsOver) await startOver(transaction, { userId, jkt, hasAuto })
    const minHoldMs = login.method === 'farcaster' ? farcasterHoldMs : 0
    const isNew = await users.putDevice({ userId, jkt, minHoldMs }, now)
    await autos.addGrant({
      hash: hashToken(grant),
      user_id: userId,
      jkt,
      tx,
      release_key: JSON.stringify(releaseKey),
      expires_at: isActive ? now + grantMs : startedAt + claimLifetimeMs,
      address,
      activated_at: isActive ? now : null,
      by_link: isProven ? 1 : 0,
    })
    if (login.language) await users.setLanguage(userId, login.language)
    const [user, device] = [await users.find(userId), await users.findDevice({ userId, jkt })]
    if (!user || !device) throw new Error('the user or device of a login does not exist')
    if (isNew && found !== undefined) await reportDevice(transaction, user, { ...login, minHoldMs }, now)
    if (isNew) await audit.append({ event: 'device-add', userId, subject: jkt, now, transaction })
    await audit.append({ event: 'login', userId, subject: jkt, now, transaction })
    const isFounding = user.founding_jkt === jkt
    return {
      userId,
      hasAuto,
      login,
      deviceSince: isFounding ? 0 : device.created_at,
      heldUntil: holds.heldUntil(device, { isFounding }, now),
    }
  }

  /**
   * Removes a device that logs in by link without a statement of the gateway. For a key that the gateway knows, it states that
   * before the claim, so it does not know this one: its owner ended it there, and whoever has it now must not pass for an old
   * device. Only a founding device stays that as long as the user has no wallet: a new visitor may stop before the code.
   */
  async function startOver(
    transaction: Database,
    { userId, jkt, hasAuto }: { userId: string; jkt: string; hasAuto: boolean },
  ): Promise<void> {
    const users = createUserStore({ database: transaction })
    const isFounding = (await users.find(userId))?.founding_jkt === jkt
    if (!isFounding || hasAuto) await users.removeDevice({ userId, jkt })
  }

  /** Mails the owner about a new device, with a link to stop it while it waits. */
  async function reportDevice(
    transaction: Database,
    user: User,
    { jkt, origin, browser, system, minHoldMs }: Login & { minHoldMs: number },
    now: number,
  ): Promise<void> {
    const held = await holds.begin(transaction, { userId: user.id, jkt, minHoldMs }, now)
    const kind = 'device-added' as const
    const content = { kind, origin, browser, system, heldUntil: held?.until, link: held?.link }
    await notifyOwner(transaction, user, content, now)
  }
}

export type CompleteLogin = ReturnType<typeof createLoginCompletion>
