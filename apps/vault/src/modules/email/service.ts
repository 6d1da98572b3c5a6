import { randomBytes } from 'node:crypto'
import type {
  EmailDeviceResponse,
  EmailResendResponse,
  EmailStartRequest,
  EmailStartResponse,
  EmailVerifyResponse,
} from '@portico/protocol/vault'
import { type AuditTrail, inTransaction } from '@portico/server'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Tables } from '../../database/Tables.ts'
import { normalizeEmail } from '../../email/normalizeEmail.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { type Budgets, retryLater } from '../../limits/createBudgets.ts'
import type { MailQueue } from '../../mail/createMailQueue.ts'
import type { Blinds } from '../../secrets/createBlinds.ts'
import type { Cipher } from '../../secrets/createCipher.ts'
import type { Seals } from '../../secrets/createSeals.ts'
import { createAutoStore } from '../auto/store.ts'
import type { HoldService } from '../holds/service.ts'
import { type Codes, hashOf, resendMs } from '../transactions/createCodes.ts'
import { createTransactionStore, type EmailTransaction } from '../transactions/store.ts'
import { createRevertStore } from '../update/store.ts'
import { createUserStore } from '../users/store.ts'

/** Who asks, beside the key. */
export type Caller = { ip: string; browser: string; system: string; country?: string | undefined }

export type EmailService = {
  start(call: EmailStartRequest & { jkt: string; caller: Caller }): Promise<EmailStartResponse>
  /** Waits until the link was approved, `patience` is over, or nobody listens any more. */
  device(call: { tx: string; jkt: string; gone: AbortSignal }): Promise<EmailDeviceResponse>
  resend(call: { tx: string; jkt: string; caller: Caller }): Promise<EmailResendResponse>
  verify(call: { sealed: string; jkt: string }): Promise<EmailVerifyResponse>
}

const grantMs = 600_000
/** How long a notice is worth sending. */
const noticeMs = 24 * 3_600_000
const assertionSeconds = 60

/**
 * Logging in by e-mail. Whether an address is known changes neither an answer nor the work behind it: what is asked,
 * written and mailed depends on the pair of key and address alone, and mails go out from a queue.
 */
export function createEmailService({
  database,
  cipher,
  seals,
  codes,
  mails,
  budgets,
  audit,
  emailIndexesOf,
  emailLocksOf,
  holds,
  now: clock,
  sleep,
  patienceMs = 25_000,
}: Pick<Blinds, 'emailIndexesOf' | 'emailLocksOf'> & {
  database: Database
  cipher: Cipher
  seals: Seals
  codes: Codes
  mails: MailQueue
  budgets: Budgets
  audit: AuditTrail<Tables>
  holds: HoldService
  now: () => number
  /** Rejects when aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  patienceMs?: number
}): EmailService {
  /** The transaction of a key, while it lives. */
  async function findOwn(store: ReturnType<typeof createTransactionStore>, tx: string, jkt: string) {
    const row = await store.find(tx)
    if (!row || row.jkt !== jkt || row.expires_at <= clock()) throw new HttpProblem('transaction-expired')
    return row
  }

  return {
    async start({ email: typed, origin, projectId, jkt, caller: { ip, browser, system, country } }) {
      const email = normalizeEmail(typed)
      if (email === undefined) throw new HttpProblem('email-invalid')
      const emailIndexes = emailIndexesOf(email)
      const pair = { jkt, emailIndex: emailIndexes[0] }
      const isKnown = await createUserStore({ database }).isKnownPair({ jkt, emailIndexes })
      const budget = budgets.budgetOf({ ...pair, isKnown })
      const causes = [{ budget, ip, projectId }]
      const now = clock()
      const row = await inTransaction({
        database,
        locks: [...emailIndexes.map((index) => ({ key: `pair ${jkt} ${index}` })), ...budgets.locks(causes)],
        run: async (transaction) => {
          const store = createTransactionStore({ database: transaction })
          const last = await store.findLast({ jkt, emailIndexes, purpose: 'login' })
          // Who has logged in meanwhile may log in again at once.
          if (last && last.step !== 'done' && last.sent_at > now - resendMs)
            throw retryLater('too-soon', last.sent_at + resendMs - now)
          await budgets.take(transaction, causes, now)
          const row = await codes.begin(
            transaction,
            { purpose: 'login', ...pair, email, origin, projectId, browser, system, country, budget },
            now,
          )
          await (isKnown ? codes.sendCode : codes.sendLink)(transaction, row, now)
          return row
        },
      })
      mails.kick()
      return {
        tx: row.id,
        ...(isKnown
          ? { action: 'VERIFY_OTP' as const }
          : { action: 'VERIFY_DEVICE' as const, matchCode: row.match_code }),
        expiresAt: new Date(row.expires_at).toISOString(),
        resendAfter: resendMs / 1000,
      }
    },

    async device({ tx, jkt, gone }) {
      const store = createTransactionStore({ database })
      const end = clock() + patienceMs
      for (;;) {
        const row = await findOwn(store, tx, jkt)
        if (row.step === 'refused') throw new HttpProblem('device-refused')
        if (row.step !== 'device') return { status: 'approved' }
        if (clock() >= end || gone.aborted) return { status: 'pending' }
        // Other processes approve, too: the database is asked, and no memory.
        await sleep(500, gone).catch(() => undefined)
      }
    },

    async resend({ tx, jkt, caller: { ip } }) {
      const before = await findOwn(createTransactionStore({ database }), tx, jkt)
      const causes = [{ budget: before.budget, ip }]
      await inTransaction({
        database,
        locks: [{ key: `transaction ${tx}` }, ...budgets.locks(causes)],
        run: async (transaction) => {
          const row = await findOwn(createTransactionStore({ database: transaction }), tx, jkt)
          const now = clock()
          if (row.step === 'refused') throw new HttpProblem('device-refused')
          if (row.step === 'done') throw new HttpProblem('transaction-expired')
          if (row.sent_at > now - resendMs) throw retryLater('too-soon', row.sent_at + resendMs - now)
          await budgets.take(transaction, causes, now)
          await (row.step === 'code' ? codes.sendCode : codes.sendLink)(transaction, row, now)
        },
      })
      mails.kick()
      return { resendAfter: resendMs / 1000 }
    },

    async verify({ sealed, jkt }) {
      const grant = randomBytes(32).toString('base64url')
      const { userId, hasAuto, row } = await codes.accept({
        sealed,
        jkt,
        purpose: 'login',
        locksOf: async (row) => emailLocksOf((await codes.addressesOf(row)).email),
        async onAccepted({ transaction, row, typed, now }) {
          const users = createUserStore({ database: transaction })
          const { email } = await codes.addressesOf(row)
          const isFirst = !(await users.findByEmail(emailIndexesOf(email)))
          const userId = await findOrAdd(transaction, row, now)
          const isNew = await users.putDevice({ userId, jkt }, now)
          const autos = createAutoStore({ database: transaction })
          await autos.addGrant({
            hash: hashOf(grant),
            user_id: userId,
            jkt,
            tx: row.id,
            release_key: JSON.stringify(typed.releaseKey),
            expires_at: now + grantMs,
          })
          if (isNew && !isFirst) await tellOfDevice(transaction, userId, row, now)
          if (isNew) await audit.append({ event: 'device-add', userId, subject: jkt, now, transaction })
          await audit.append({ event: 'login', userId, subject: jkt, now, transaction })
          return { userId, hasAuto: await autos.hasAny(userId), row }
        },
      })
      mails.kick()
      const assertion = await seals.sign({
        type: 'identity+jwt',
        lifetime: assertionSeconds,
        claims: {
          sub: userId,
          method: 'email',
          jkt,
          tx: row.id,
          projectId: row.project_id,
          origin: row.origin,
          jti: randomBytes(16).toString('base64url'),
        },
      })
      return { assertion, grant, userId, hasAuto }
    },
  }

  /** Its owner hears of every device that comes to a wallet, and how to stop one that is not theirs. */
  async function tellOfDevice(
    transaction: Database,
    userId: string,
    row: EmailTransaction,
    now: number,
  ): Promise<void> {
    const { email: to } = await codes.addressesOf(row)
    const { origin, browser, system } = row
    const held = await holds.begin(transaction, { userId, jkt: row.jkt }, now)
    const letter = {
      kind: 'device-added' as const,
      to,
      origin,
      browser,
      system,
      heldUntil: held?.until,
      link: held?.link,
    }
    await mails.add(transaction, letter, { now, expiresAt: now + noticeMs })
  }

  /** Who has the mailbox is the user; the first to prove it becomes one. */
  async function findOrAdd(transaction: Database, row: EmailTransaction, now: number): Promise<string> {
    const users = createUserStore({ database: transaction })
    const { email } = await codes.addressesOf(row)
    const emailIndexes = emailIndexesOf(email)
    const known = await users.findByEmail(emailIndexes)
    if (known) return known.id
    // An address that may still be taken back belongs to nobody new, or taking it back would find it taken.
    const reserved = await createRevertStore({ database: transaction }).findReserved(emailIndexes, now)
    if (reserved)
      throw new HttpProblem('email-reserved', {
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
    if (!added) throw new Error('the user that was added is not there')
    return added.id
  }
}
