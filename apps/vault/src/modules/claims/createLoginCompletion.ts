import { randomBytes } from 'node:crypto'
import type { SealedClaim } from '@portico/protocol/vault'
import type { AuditTrail } from '@portico/server'
import type { Transaction } from 'kysely'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import { Problem } from '../../problems/Problem.ts'
import type { BlindIndexes } from '../../secrets/createBlindIndexes.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import { hashToken } from '../../secrets/hashToken.ts'
import { createAutoStore } from '../auto/store.ts'
import { type Challenges, claimLifetimeMs } from '../challenges/createChallenges.ts'
import type { Challenge } from '../challenges/store.ts'
import type { HoldService } from '../holds/service.ts'
import type { NotifyOwner } from '../users/createNotifyOwner.ts'
import { createRevertStore } from '../users/createRevertStore.ts'
import { createUserStore, type User } from '../users/store.ts'

/** How long a grant is valid from its activation. */
export const grantMs = 600_000

/** A recorded login. Times are in milliseconds since epoch. */
export type LoginCompletion = {
  userId: string
  hasAuto: boolean
  row: Challenge
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
  cipher,
  challenges,
  audit,
  holds,
  notifyOwner,
  emailIndexesOf,
}: Pick<BlindIndexes, 'emailIndexesOf'> & {
  cipher: Cipher
  challenges: Challenges
  audit: AuditTrail<Tables>
  holds: HoldService
  notifyOwner: NotifyOwner
}) {
  return async function completeLogin({
    transaction,
    row,
    releaseKey,
    grant,
    address,
    isActive,
    isByLink,
    now,
  }: {
    transaction: Transaction<Tables>
    row: Challenge
    releaseKey: SealedClaim['releaseKey']
    grant: string
    /** The address as the gateway states it (`hashAddress`). */
    address: string
    /** Whether the grant is valid without a statement of the gateway. */
    isActive: boolean
    /** Whether the mailed link was approved in this login. */
    isByLink: boolean
    now: number
  }): Promise<LoginCompletion> {
    const { jkt } = row
    const users = createUserStore({ database: transaction })
    const { email } = await challenges.addressesOf(row)
    const isFirst = !(await users.findByEmail(emailIndexesOf(email)))
    const userId = await findOrAdd(transaction, row, now)
    const autos = createAutoStore({ database: transaction })
    const hasAuto = await autos.hasAny(userId)
    if (isByLink && !isActive) await startOver(transaction, { userId, jkt, hasAuto })
    const isNew = await users.putDevice({ userId, jkt }, now)
    await autos.addGrant({
      hash: hashToken(grant),
      user_id: userId,
      jkt,
      tx: row.id,
      release_key: JSON.stringify(releaseKey),
      expires_at: isActive ? now + grantMs : row.created_at + claimLifetimeMs,
      address,
      activated_at: isActive ? now : null,
      by_link: isByLink ? 1 : 0,
    })
    const [user, device] = [await users.find(userId), await users.findDevice({ userId, jkt })]
    if (!user || !device) throw new Error('the user or device of a login does not exist')
    if (isNew && !isFirst) await reportDevice(transaction, user, row, now)
    if (isNew) await audit.append({ event: 'device-add', userId, subject: jkt, now, transaction })
    await audit.append({ event: 'login', userId, subject: jkt, now, transaction })
    const isFounding = user.founding_jkt === jkt
    const createdAt = device.created_at
    return {
      userId,
      hasAuto,
      row,
      deviceSince: isFounding ? 0 : createdAt,
      heldUntil: holds.heldUntil({ createdAt, isFounding }, now),
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
    { jkt, origin, browser, system }: Challenge,
    now: number,
  ): Promise<void> {
    const held = await holds.begin(transaction, { userId: user.id, jkt }, now)
    const kind = 'device-added' as const
    const content = { kind, origin, browser, system, heldUntil: held?.until, link: held?.link }
    await notifyOwner(transaction, user, content, now)
  }

  /** Returns the user of the challenge's address, or creates one. */
  async function findOrAdd(transaction: Database, row: Challenge, now: number): Promise<string> {
    const users = createUserStore({ database: transaction })
    const { email } = await challenges.addressesOf(row)
    const emailIndexes = emailIndexesOf(email)
    const user = await users.findByEmail(emailIndexes)
    if (user) return user.id
    // Reserve an address that a user may still change back to.
    const reserved = await createRevertStore({ database: transaction }).findReserved(emailIndexes, now)
    if (reserved)
      throw new Problem('email-reserved', {
        extra: { until: new Date(reserved.expires_at).toISOString() },
      })
    const id = `usr_${randomBytes(16).toString('base64url')}`
    await users.add({
      id,
      email_index: emailIndexes[0],
      ...cipher.seal({ table: 'users', row: id }, email),
      founding_jkt: row.jkt,
      created_at: now,
    })
    const added = await users.findByEmail(emailIndexes)
    if (!added) throw new Error('the added user does not exist')
    return added.id
  }
}

export type CompleteLogin = ReturnType<typeof createLoginCompletion>
