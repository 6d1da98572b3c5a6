import { randomBytes } from 'node:crypto'
import type {
  UpdatePrimaryResponse,
  UpdateRevertResponse,
  UpdateSecondaryResponse,
  UpdateStartRequest,
  UpdateStartResponse,
} from '@portico/protocol/vault'
import { type AuditTrail, auditLock, inTransaction } from '@portico/server'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import { maskEmail } from '../../email/maskEmail.ts'
import { normalizeEmail } from '../../email/normalizeEmail.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { type Budgets, retryLater } from '../../limits/createBudgets.ts'
import type { MailQueue } from '../../mail/createMailQueue.ts'
import type { Blinds } from '../../secrets/createBlinds.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { Caller } from '../email/service.ts'
import { type Codes, hashOf, resendMs } from '../transactions/createCodes.ts'
import { createTransactionStore } from '../transactions/store.ts'
import { createUserStore, type User } from '../users/store.ts'
import { createRevertStore } from './store.ts'

export type UpdateService = {
  start(call: UpdateStartRequest & { jkt: string; caller: Caller }): Promise<UpdateStartResponse>
  primary(call: { sealed: string; jkt: string }): Promise<UpdatePrimaryResponse>
  secondary(call: { sealed: string; jkt: string }): Promise<UpdateSecondaryResponse>
  revert(call: { token: string }): Promise<UpdateRevertResponse>
}

const revertMs = 72 * 3_600_000

/**
 * Changing the address: a known device, a code to the old mailbox, a code to the new one, and for three days a way back
 * for the old one. Whether somebody else has the new address is said to nobody but its owner, at the last step.
 */
export function createUpdateService({
  database,
  cipher,
  codes,
  mails,
  budgets,
  audit,
  emailIndexesOf,
  emailLocksOf,
  walletOrigin,
  deviceAgeMs,
  now: clock,
}: Pick<Blinds, 'emailIndexesOf' | 'emailLocksOf'> & {
  database: Database
  cipher: Cipher
  codes: Codes
  mails: MailQueue
  budgets: Budgets
  audit: AuditTrail<Tables>
  walletOrigin: string
  deviceAgeMs: number
  now: () => number
}): UpdateService {
  const emailOf = (user: User) => cipher.open({ table: 'users', row: user.id }, user)

  /** The user of a device that is old enough, or the first one. */
  async function requireDevice(database: Database, pair: { userId: string; jkt: string }): Promise<User> {
    const users = createUserStore({ database })
    const [user, device] = [await users.find(pair.userId), await users.findDevice(pair)]
    if (!user || !device) throw new HttpProblem('device-unknown')
    const until = device.created_at + deviceAgeMs
    if (user.founding_jkt !== pair.jkt && until > clock())
      throw new HttpProblem('device-too-new', { extra: { until: new Date(until).toISOString() } })
    return user
  }

  return {
    async start({ userId, email: typed, jkt, caller: { ip, browser, system, country } }) {
      const next = normalizeEmail(typed)
      if (next === undefined) throw new HttpProblem('email-invalid')
      const user = await requireDevice(database, { userId, jkt })
      const email = await emailOf(user)
      if (next === email)
        throw new HttpProblem('invalid-request', {
          detail: 'That is the address already.',
          errors: [{ pointer: '/email', detail: 'must be another address' }],
        })
      const emailIndexes = emailIndexesOf(email)
      const pair = { jkt, emailIndex: emailIndexes[0] }
      const budget = budgets.budgetOf({ ...pair, isKnown: true })
      // The new mailbox gets mail, too, which must not be a way to send it any amount.
      const causes = [
        { budget, ip },
        { budget: budgets.budgetOf({ jkt, emailIndex: emailIndexesOf(next)[0], isKnown: false }) },
      ]
      const now = clock()
      const row = await inTransaction({
        database,
        locks: [...emailIndexes.map((index) => ({ key: `pair ${jkt} ${index}` })), ...budgets.locks(causes)],
        run: async (transaction) => {
          const store = createTransactionStore({ database: transaction })
          const last = await store.findLast({ jkt, emailIndexes, purpose: 'update-primary' })
          if (last && last.step !== 'done' && last.sent_at > now - resendMs)
            throw retryLater('too-soon', last.sent_at + resendMs - now)
          await budgets.take(transaction, causes, now)
          const shown = { origin: walletOrigin, projectId: '', browser, system, country }
          const row = await codes.begin(
            transaction,
            { purpose: 'update-primary', ...pair, userId, email, next, ...shown, budget },
            now,
          )
          await codes.sendCode(transaction, row, now)
          return row
        },
      })
      mails.kick()
      return { tx: row.id, action: 'VERIFY_PRIMARY_OTP', ...timesOf(row.expires_at) }
    },

    async primary({ sealed, jkt }) {
      const row = await codes.accept({
        sealed,
        jkt,
        purpose: 'update-primary',
        locksOf: async () => [],
        async onAccepted({ transaction, row, now }) {
          const { next: email } = await codes.addressesOf(row)
          if (!row.user_id || !email) throw new Error('a change of address without an address')
          await requireDevice(transaction, { userId: row.user_id, jkt })
          const { origin, browser, system, country, budget } = row
          const shown = { origin, projectId: '', browser, system, country: country ?? undefined }
          const second = await codes.begin(
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
          await codes.sendCode(transaction, second, now)
          return second
        },
      })
      mails.kick()
      return { tx: row.id, action: 'VERIFY_SECONDARY_OTP', ...timesOf(row.expires_at) }
    },

    async secondary({ sealed, jkt }) {
      const email = await codes.accept({
        sealed,
        jkt,
        purpose: 'update-secondary',
        locksOf: async (row) => [
          ...emailLocksOf((await codes.addressesOf(row)).email),
          `user ${row.user_id}`,
        ],
        async onAccepted({ transaction, row, now }) {
          if (!row.user_id) throw new Error('a change of address without a user')
          const user = await requireDevice(transaction, { userId: row.user_id, jkt })
          const { email } = await codes.addressesOf(row)
          const users = createUserStore({ database: transaction })
          const reverts = createRevertStore({ database: transaction })
          const emailIndexes = emailIndexesOf(email)
          const owner = await users.findByEmail(emailIndexes)
          const reserved = await reverts.findReserved(emailIndexes, now, user.id)
          if ((owner && owner.id !== user.id) || reserved) throw new HttpProblem('email-taken')
          await addRevert(transaction, { user, next: email, jkt, now })
          const sealedEmail = cipher.seal({ table: 'users', row: user.id }, email)
          await users.setEmail(user.id, { emailIndex: emailIndexes[0], ...sealedEmail })
          await reverts.removeOf(user.id, emailIndexes)
          await createTransactionStore({ database: transaction }).removeOf(user.id)
          await audit.append({ event: 'email-change', userId: user.id, subject: jkt, now, transaction })
          return email
        },
      })
      mails.kick()
      return { email }
    },

    async revert({ token }) {
      const hash = hashOf(token)
      const before = await createRevertStore({ database }).find(hash, clock())
      if (!before) throw new HttpProblem('link-invalid')
      const { user_id: userId } = before
      const email = await cipher.open({ table: 'reverts', row: hash, user: userId }, before)
      await inTransaction({
        database,
        locks: [auditLock, ...[...emailLocksOf(email), `user ${userId}`].map((key) => ({ key }))],
        run: async (transaction) => {
          const now = clock()
          const users = createUserStore({ database: transaction })
          const reverts = createRevertStore({ database: transaction })
          const revert = await reverts.find(hash, now)
          if (!revert) throw new HttpProblem('link-invalid')
          const sealedEmail = cipher.seal({ table: 'users', row: userId }, email)
          await users.setEmail(userId, { emailIndex: emailIndexesOf(email)[0], ...sealedEmail })
          // Whoever changed it is out, and whoever came with the new address.
          await users.removeDevices({ userId, jkt: revert.jkt, since: revert.created_at })
          await createTransactionStore({ database: transaction }).removeOf(userId)
          await reverts.removeSince(userId, revert.created_at)
          await audit.append({ event: 'email-revert', userId, now, transaction })
        },
      })
      return { email: maskEmail(email) }
    },
  }

  async function addRevert(
    transaction: Database,
    { user, next, jkt, now }: { user: User; next: string; jkt: string; now: number },
  ): Promise<void> {
    const token = randomBytes(32).toString('base64url')
    const hash = hashOf(token)
    const email = await emailOf(user)
    const expiresAt = now + revertMs
    await createRevertStore({ database: transaction }).add({
      hash,
      user_id: user.id,
      email_index: emailIndexesOf(email)[0],
      ...cipher.seal({ table: 'reverts', row: hash, user: user.id }, email),
      jkt,
      created_at: now,
      expires_at: expiresAt,
    })
    const link = `${walletOrigin}/device#revert.${token}`
    await mails.add(transaction, { kind: 'updated', to: email, next, link }, { now, expiresAt })
  }
}

function timesOf(expiresAt: number): { expiresAt: string; resendAfter: number } {
  return { expiresAt: new Date(expiresAt).toISOString(), resendAfter: resendMs / 1000 }
}
