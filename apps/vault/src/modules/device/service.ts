import type { DeviceApproveRequest, DeviceInspectResponse } from '@portico/protocol/vault'
import { type AuditTrail, auditLock, inTransaction } from '@portico/server'
import { type MailLimiter, maskEmail } from '@portico/server/mail'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import { Problem } from '../../problems/Problem.ts'
import type { BlindIndexes } from '../../secrets/createBlindIndexes.ts'
import { hashToken } from '../../secrets/hashToken.ts'
import { type Challenges, claimLifetimeMs } from '../challenges/createChallenges.ts'
import { type Challenge, createChallengeStore } from '../challenges/store.ts'
import { createUserStore } from '../users/store.ts'

/** Tries to type the digits, per challenge, however many links were sent. */
const maxDigitTries = 2

/** Decisions about a sign-in or a change of address on the page behind a mailed link. */
export type DeviceService = {
  /** Returns what is to be decided about. Changes nothing, so that link scanners approve nothing. */
  inspect(call: { token: string }): Promise<DeviceInspectResponse>
  /** Approves the challenge, if the digits are those that its window shows. The second wrong pair ends it. */
  approve(call: DeviceApproveRequest): Promise<void>
  /**
   * Ends the challenge. The device that asked gets `device-refused`, and its network no link to this mailbox for a day. What it
   * used of the mailbox's mails is refunded. The same for a change of address, whose links use up the mailbox's mails as well.
   */
  refuse(call: { token: string }): Promise<void>
}

/** Creates the service for the page behind a mailed link. */
export function createDeviceService({
  database,
  challenges,
  mailLimiter,
  audit,
  emailIndexesOf,
  now: clock,
}: Pick<BlindIndexes, 'emailIndexesOf'> & {
  database: Database
  challenges: Challenges
  mailLimiter: MailLimiter
  audit: AuditTrail<Tables>
  now: () => number
}): DeviceService {
  async function find(database: Database, token: string): Promise<Challenge> {
    const row = await createChallengeStore({ database }).findByLink(hashToken(token), clock())
    if (!row) throw new Problem('link-invalid')
    return row
  }

  /** Compares the digits after the try was counted. They need no comparison in constant time: there are two tries. */
  async function requireDigits(token: string, digits: string): Promise<Challenge> {
    const store = createChallengeStore({ database })
    const linkHash = hashToken(token)
    const row = await store.countDigits({ linkHash, maxTries: maxDigitTries, now: clock() })
    // Do not end it here: a concurrent request may be about to approve it with the last try.
    if (!row) throw new Problem((await store.findByLink(linkHash, clock())) ? 'digits-burnt' : 'link-invalid')
    if (row.match_code === digits) return row
    const triesLeft = maxDigitTries - row.digit_tries
    if (triesLeft > 0) throw new Problem('digits-wrong', { extra: { triesLeft } })
    await store.burn(linkHash, clock())
    throw new Problem('digits-burnt')
  }

  /** Returns what the audit trail records: a change of address is refused for the wallet that was to get the address. */
  async function refusalOf(
    transaction: Database,
    row: Challenge,
  ): Promise<{ event: 'email-change-refuse' | 'login-refuse'; userId: string }> {
    if (row.purpose === 'update') return { event: 'email-change-refuse', userId: row.user_id ?? '' }
    const emailIndexes = emailIndexesOf((await challenges.addressesOf(row)).email)
    const user = await createUserStore({ database: transaction }).findByEmail(emailIndexes)
    return { event: 'login-refuse', userId: user?.id ?? '' }
  }

  return {
    async inspect({ token }) {
      const row = await find(database, token)
      const { email } = await challenges.addressesOf(row)
      return {
        kind: row.purpose === 'update' ? 'address-change' : 'sign-in',
        origin: row.origin,
        browser: row.browser,
        system: row.system,
        ...(row.country === null ? {} : { country: row.country }),
        email: maskEmail(email),
        expiresAt: new Date(row.expires_at).toISOString(),
      }
    },
    async approve({ token, digits }) {
      const before = await requireDigits(token, digits)
      await inTransaction({
        database,
        locks: [{ key: `transaction ${before.id}` }],
        run: async (transaction) => {
          const now = clock()
          const { id, created_at } = await find(transaction, token)
          const store = createChallengeStore({ database: transaction })
          if (!(await store.approve(hashToken(token), now))) throw new Problem('link-invalid')
          await store.setExpiry(id, created_at + claimLifetimeMs)
        },
      })
    },
    async refuse({ token }) {
      const before = await find(database, token)
      await inTransaction({
        database,
        locks: [
          auditLock,
          { key: `transaction ${before.id}` },
          ...mailLimiter.locks([{ budget: before.budget }]),
        ],
        run: async (transaction) => {
          const now = clock()
          const row = await find(transaction, token)
          if (!(await createChallengeStore({ database: transaction }).refuse(hashToken(token), now)))
            throw new Problem('link-invalid')
          await mailLimiter.bar(transaction, row.budget, now)
          await audit.append({ ...(await refusalOf(transaction, row)), subject: row.jkt, now, transaction })
        },
      })
    },
  }
}
