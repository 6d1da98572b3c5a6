import type {
  EmailDeviceResponse,
  EmailResendResponse,
  EmailStartRequest,
  EmailStartResponse,
} from '@portico/protocol/vault'
import { hashAddress, inTransaction, retryLater } from '@portico/server'
import { type MailLimiter, normalizeEmail } from '@portico/server/mail'
import type { Database } from '../../database/openVaultDatabase.ts'
import type { Caller } from '../../http/readCaller.ts'
import type { MailQueue } from '../../mail/MailQueue.ts'
import { Problem } from '../../problems/Problem.ts'
import type { BlindIndexes } from '../../secrets/createBlindIndexes.ts'
import type { Jose } from '../../secrets/createJose.ts'
import { type Challenges, resendMs } from '../challenges/createChallenges.ts'
import { requireUnrefused } from '../challenges/requireUnrefused.ts'
import { type Challenge, createChallengeStore } from '../challenges/store.ts'
import { createUserStore } from '../users/store.ts'
import type { WorkProofs } from '../work/createWorkProofs.ts'
import { workBits } from '../work/workBits.ts'

/** Lifetime in seconds of the statement that a link was approved: the frame sends it to the gateway at once. */
const approvalSeconds = 120

/** Logs in by e-mail. */
export type EmailService = {
  start(call: EmailStartRequest & { jkt: string; caller: Caller }): Promise<EmailStartResponse>
  /** Waits until the link was approved, the poll times out, or `gone` is aborted. */
  device(call: { tx: string; jkt: string; gone: AbortSignal }): Promise<EmailDeviceResponse>
  resend(call: { tx: string; jkt: string; caller: Caller }): Promise<EmailResendResponse>
}

/**
 * Creates the service for logging in by e-mail. Whether an address is known affects neither responses nor their timing:
 * queries, writes and mails depend only on whether this device has logged in with this address, and mails are sent from a
 * queue.
 */
export function createEmailService({
  database,
  challenges,
  mailQueue,
  mailLimiter,
  jose,
  work,
  emailIndexesOf,
  mailboxOf,
  now: clock,
  sleep,
  pollTimeoutMs = 25_000,
}: Pick<BlindIndexes, 'emailIndexesOf' | 'mailboxOf'> & {
  database: Database
  challenges: Challenges
  mailQueue: MailQueue
  mailLimiter: MailLimiter
  jose: Jose
  work: WorkProofs
  now: () => number
  /** Waits; rejects when aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  pollTimeoutMs?: number
}): EmailService {
  /** Returns the challenge `tx` if it belongs to the key `jkt` and has not expired. */
  async function findOwn(store: ReturnType<typeof createChallengeStore>, tx: string, jkt: string) {
    const row = await store.find(tx)
    if (!row || row.jkt !== jkt || row.expires_at <= clock()) throw new Problem('transaction-expired')
    return row
  }

  /** Signs that the link of a change of address was approved. The gateway mails its code to that address only then. */
  async function stateApproval(row: Challenge): Promise<{ statement?: string }> {
    const { id: tx, jkt, purpose, step, user_id: sub } = row
    if (purpose !== 'update' || step !== 'approved' || sub === null) return {}
    const address = hashAddress({ tx, email: (await challenges.addressesOf(row)).email })
    const claims = { sub, jkt, tx, address }
    return { statement: await jose.sign({ type: 'email-approved+jwt', claims, lifetime: approvalSeconds }) }
  }

  return {
    async start({ email: input, origin, projectId, language, work: proof, jkt, caller }) {
      const { ip, browser, system, country } = caller
      const email = normalizeEmail(input)
      if (email === undefined) throw new Problem('email-invalid')
      const emailIndexes = emailIndexesOf(email)
      const pair = { jkt, emailIndex: emailIndexes[0] }
      const isKnown = await createUserStore({ database }).isKnownPair({ jkt, emailIndexes })
      const budget = mailLimiter.budgetKey({ email, jkt, isKnown, ip })
      // A known device is mailed nothing: the gateway mails its code.
      const charges = isKnown ? [] : [{ budget, ip, projectId }]
      const now = clock()
      const { row, matchCode } = await inTransaction({
        database,
        locks: [
          { key: `digits ${mailboxOf(email)}` },
          ...emailIndexes.map((index) => ({ key: `pair ${jkt} ${index}` })),
          ...mailLimiter.locks(charges),
        ],
        run: async (transaction) => {
          const store = createChallengeStore({ database: transaction })
          const last = await store.findLast({ jkt, emailIndexes, purpose: 'login' })
          // After a completed login, another one may start at once.
          const isSent = last && last.step !== 'done' && last.step !== 'known'
          if (isSent && last.sent_at > now - resendMs)
            throw retryLater('too-soon', last.sent_at + resendMs - now)
          if (!isKnown) {
            await mailLimiter.take(transaction, charges, now)
            const bits = workBits(await mailLimiter.projectLoad(transaction, projectId, now))
            await work.require(transaction, { bits, proof, request: [jkt, email, origin, projectId], now })
          }
          const row = await challenges.begin(
            transaction,
            {
              purpose: 'login',
              step: isKnown ? 'known' : 'device',
              ...pair,
              email,
              language,
              origin,
              projectId,
              browser,
              system,
              country,
              budget,
            },
            now,
          )
          return isKnown ? { row } : { row, matchCode: await challenges.sendLink(transaction, row, now) }
        },
      })
      mailQueue.kick()
      return {
        tx: row.id,
        ...(isKnown ? { action: 'VERIFY_OTP' as const } : { action: 'VERIFY_DEVICE' as const, matchCode }),
        expiresAt: new Date(row.expires_at).toISOString(),
        resendAfter: resendMs / 1000,
      }
    },

    async device({ tx, jkt, gone }) {
      const store = createChallengeStore({ database })
      const end = clock() + pollTimeoutMs
      for (;;) {
        const row = await findOwn(store, tx, jkt)
        requireUnrefused(row)
        if (row.step !== 'device') return { status: 'approved', ...(await stateApproval(row)) }
        if (clock() >= end || gone.aborted) return { status: 'pending' }
        // Poll the database, as another process may handle the approval.
        await sleep(500, gone).catch(() => undefined)
      }
    },

    async resend({ tx, jkt, caller: { ip } }) {
      const before = await findOwn(createChallengeStore({ database }), tx, jkt)
      const charges = [{ budget: before.budget, ip }]
      await inTransaction({
        database,
        locks: [{ key: `transaction ${tx}` }, ...mailLimiter.locks(charges)],
        run: async (transaction) => {
          const row = await findOwn(createChallengeStore({ database: transaction }), tx, jkt)
          const now = clock()
          requireUnrefused(row)
          if (row.step === 'done') throw new Problem('transaction-expired')
          if (row.step === 'known' || row.step === 'approved')
            throw new Problem('invalid-request', { detail: 'The gateway mails the code of this login.' })
          if (row.sent_at > now - resendMs) throw retryLater('too-soon', row.sent_at + resendMs - now)
          await mailLimiter.take(transaction, charges, now)
          await challenges.sendLink(transaction, row, now)
        },
      })
      mailQueue.kick()
      return { resendAfter: resendMs / 1000 }
    },
  }
}
