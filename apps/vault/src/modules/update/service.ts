import type {
  UpdatePrimaryResponse,
  UpdateRevertResponse,
  UpdateSecondaryResponse,
  UpdateStartRequest,
  UpdateStartResponse,
} from '@portico/protocol/vault'
import { type AuditTrail, inTransaction, retryLater } from '@portico/server'
import { type MailLimiter, normalizeEmail } from '@portico/server/mail'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import type { Caller } from '../../http/readCaller.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import { Problem } from '../../problems/Problem.ts'
import type { BlindIndexes } from '../../secrets/createBlindIndexes.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { Jose } from '../../secrets/createJose.ts'
import { type Challenges, resendMs } from '../challenges/createChallenges.ts'
import { createChallengeStore } from '../challenges/store.ts'
import { createUserStore, type User } from '../users/store.ts'
import { createReverts } from './createReverts.ts'
import { createRevertStore } from './store.ts'

/** Changes the e-mail address of a user. */
export type UpdateService = {
  start(call: UpdateStartRequest & { jkt: string; caller: Caller }): Promise<UpdateStartResponse>
  primary(call: { sealed: string; jkt: string }): Promise<UpdatePrimaryResponse>
  secondary(call: { sealed: string; jkt: string }): Promise<UpdateSecondaryResponse>
  revert(call: { token: string }): Promise<UpdateRevertResponse>
}

/**
 * Creates the service that changes a user's e-mail address: it takes a known device, a code sent to the old address and a code
 * sent to the new one. For 72 hours the old address can undo the change. Only the owner of the new address learns, at the
 * last step, whether it belongs to another user.
 */
export function createUpdateService({
  database,
  cipher,
  challenges,
  mailQueue,
  mailLimiter,
  audit,
  jose,
  emailIndexesOf,
  emailLocksOf,
  walletOrigin,
  deviceAgeMs,
  now: clock,
}: Pick<BlindIndexes, 'emailIndexesOf' | 'emailLocksOf'> & {
  database: Database
  cipher: Cipher
  challenges: Challenges
  mailQueue: MailQueue
  mailLimiter: MailLimiter
  audit: AuditTrail<Tables>
  jose: Jose
  walletOrigin: string
  deviceAgeMs: number
  now: () => number
}): UpdateService {
  const emailOf = (user: User) => cipher.open({ table: 'users', row: user.id }, user)
  const reverts = createReverts({
    database,
    cipher,
    mailQueue,
    audit,
    jose,
    emailIndexesOf,
    emailLocksOf,
    walletOrigin,
    now: clock,
  })

  /** Returns the user, if the device has been known for long enough or is the user's first one. */
  async function requireDevice(database: Database, pair: { userId: string; jkt: string }): Promise<User> {
    const users = createUserStore({ database })
    const [user, device] = [await users.find(pair.userId), await users.findDevice(pair)]
    if (!user || !device) throw new Problem('device-unknown')
    const until = device.created_at + deviceAgeMs
    if (user.founding_jkt !== pair.jkt && until > clock())
      throw new Problem('device-too-new', { extra: { until: new Date(until).toISOString() } })
    return user
  }

  return {
    async start({ userId, email: input, jkt, caller: { ip, browser, system, country } }) {
      const next = normalizeEmail(input)
      if (next === undefined) throw new Problem('email-invalid')
      const user = await requireDevice(database, { userId, jkt })
      const email = await emailOf(user)
      if (next === email)
        throw new Problem('invalid-request', {
          detail: 'This is already the address of the user.',
          errors: [{ pointer: '/email', detail: 'must differ from the current address' }],
        })
      const emailIndexes = emailIndexesOf(email)
      const pair = { jkt, emailIndex: emailIndexes[0] }
      const budget = mailLimiter.budgetKey({ email, jkt, isKnown: true })
      // The new address gets mail, too, so it counts against its limit.
      const charges = [
        { budget, ip },
        { budget: mailLimiter.budgetKey({ email: next, jkt, isKnown: false }) },
      ]
      const now = clock()
      const row = await inTransaction({
        database,
        locks: [
          ...emailIndexes.map((index) => ({ key: `pair ${jkt} ${index}` })),
          ...mailLimiter.locks(charges),
        ],
        run: async (transaction) => {
          const store = createChallengeStore({ database: transaction })
          const last = await store.findLast({ jkt, emailIndexes, purpose: 'update-primary' })
          if (last && last.step !== 'done' && last.sent_at > now - resendMs)
            throw retryLater('too-soon', last.sent_at + resendMs - now)
          await mailLimiter.take(transaction, charges, now)
          const shown = { origin: walletOrigin, projectId: '', browser, system, country }
          const row = await challenges.begin(
            transaction,
            { purpose: 'update-primary', ...pair, userId, email, next, ...shown, budget },
            now,
          )
          await challenges.sendCode(transaction, row, now)
          return row
        },
      })
      mailQueue.kick()
      return { tx: row.id, action: 'VERIFY_PRIMARY_OTP', ...timesOf(row.expires_at) }
    },

    async primary({ sealed, jkt }) {
      const row = await challenges.accept({
        sealed,
        jkt,
        purpose: 'update-primary',
        locksOf: async () => [],
        async onAccepted({ transaction, row, now }) {
          const { next: email } = await challenges.addressesOf(row)
          if (!row.user_id || !email) throw new Error('change of address without an address')
          await requireDevice(transaction, { userId: row.user_id, jkt })
          const { origin, browser, system, country, budget } = row
          const shown = { origin, projectId: '', browser, system, country: country ?? undefined }
          const second = await challenges.begin(
            transaction,
            {
              purpose: 'update-secondary',
              jkt,
              emailIndex: emailIndexesOf(email)[0],
              userId: row.user_id,
              email,
              ...shown,
              budget,
            },
            now,
          )
          await challenges.sendCode(transaction, second, now)
          return second
        },
      })
      mailQueue.kick()
      return { tx: row.id, action: 'VERIFY_SECONDARY_OTP', ...timesOf(row.expires_at) }
    },

    async secondary({ sealed, jkt }) {
      const email = await challenges.accept({
        sealed,
        jkt,
        purpose: 'update-secondary',
        locksOf: async (row) => [
          ...emailLocksOf((await challenges.addressesOf(row)).email),
          `user ${row.user_id}`,
        ],
        async onAccepted({ transaction, row, now }) {
          if (!row.user_id) throw new Error('change of address without a user')
          const user = await requireDevice(transaction, { userId: row.user_id, jkt })
          const { email } = await challenges.addressesOf(row)
          const users = createUserStore({ database: transaction })
          const revertStore = createRevertStore({ database: transaction })
          const emailIndexes = emailIndexesOf(email)
          const owner = await users.findByEmail(emailIndexes)
          const reserved = await revertStore.findReserved(emailIndexes, now, user.id)
          if ((owner && owner.id !== user.id) || reserved) throw new Problem('email-taken')
          await reverts.add(transaction, { user, next: email, jkt, now })
          const sealedEmail = cipher.seal({ table: 'users', row: user.id }, email)
          await users.setEmail(user.id, { emailIndex: emailIndexes[0], ...sealedEmail })
          await revertStore.removeOf(user.id, emailIndexes)
          await createChallengeStore({ database: transaction }).removeOf(user.id)
          await audit.append({ event: 'email-change', userId: user.id, subject: jkt, now, transaction })
          return email
        },
      })
      mailQueue.kick()
      return { email }
    },

    revert: reverts.revert,
  }
}

function timesOf(expiresAt: number): { expiresAt: string; resendAfter: number } {
  return { expiresAt: new Date(expiresAt).toISOString(), resendAfter: resendMs / 1000 }
}
