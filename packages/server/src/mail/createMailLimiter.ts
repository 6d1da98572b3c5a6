import type { Connection } from '../database/Connection.ts'
import type { Lock } from '../database/inTransaction.ts'
import { createUsageCounter, type UsageLimit, type UsageTables } from '../limits/createUsageCounter.ts'
import { retryLater } from '../problems/retryLater.ts'
import { budgetEmail } from './budgetEmail.ts'

/**
 * Numbers of mails per hour: to a mailbox and from a network address at most, and the number to strangers of a project above
 * which `projectLoad` exceeds 1.
 */
export type MailLimits = { perEmail: number; perAddress: number; perProject: number }

/** What a mail counts against. `budget` is a `budgetKey`; `projectId` is for mails to strangers only. */
export type MailCharge = {
  budget?: string | undefined
  ip?: string | undefined
  projectId?: string | undefined
}

/** Rate limits of mails. */
export type MailLimiter = {
  /**
   * Returns the key of a limit. A mailbox has one limit for unknown devices, and one for each known device. All spellings of
   * a mailbox (`budgetEmail`) share them.
   */
  budgetKey(pair: { email: string; jkt: string; isKnown: boolean }): string
  /** Returns the locks of a transaction that calls `take`. */
  locks(charges: readonly MailCharge[]): Lock[]
  /**
   * Counts one mail against all limits of its charges. The number of a project is counted, but has no limit: otherwise
   * somebody who makes up logins could stop those of everybody else.
   *
   * @throws {Problem} `rate-limited`, and nothing is counted.
   */
  take<Tables extends UsageTables>(
    transaction: Connection<Tables>,
    charges: readonly MailCharge[],
    now: number,
  ): Promise<void>
  /** Returns the mails to strangers of a project in the last hour, as a multiple of the project's number. */
  projectLoad<Tables extends UsageTables>(
    transaction: Connection<Tables>,
    projectId: string,
    now: number,
  ): Promise<number>
}

const hour = 3_600_000

/**
 * Creates the rate limits of mails. Each known device has a limit of its own, so that an attacker who uses up an address's
 * limit does not lock out its owner.
 *
 * @param blind returns an HMAC, so that e-mail and network addresses are not stored in plain text.
 */
export function createMailLimiter({
  limits: { perEmail, perAddress, perProject },
  blind,
}: {
  limits: MailLimits
  blind: (kind: string, text: string) => string
}): MailLimiter {
  const perHour = (count: number): UsageLimit[] => [{ windowMs: hour, count }]
  const emailLimits: UsageLimit[] = [...perHour(perEmail), { windowMs: 24 * hour, count: perEmail * 2 }]

  const limitsOf = (charges: readonly MailCharge[]) =>
    charges.flatMap(({ budget, ip }) => [
      ...(budget === undefined ? [] : [{ key: budget, limits: emailLimits }]),
      ...(ip === undefined ? [] : [{ key: `ip ${blind('ip', ip)}`, limits: perHour(perAddress) }]),
    ])

  return {
    budgetKey({ email, jkt, isKnown }) {
      const mailbox = blind('mailbox', budgetEmail(email))
      return isKnown ? `device ${jkt} ${mailbox}` : `email ${mailbox}`
    },
    locks: (charges) => limitsOf(charges).map(({ key }) => ({ key: `uses ${key}` })),
    async take(transaction, charges, now) {
      const counter = createUsageCounter({ database: transaction })
      const wait = await counter.take(limitsOf(charges), now)
      if (wait !== undefined) throw retryLater('rate-limited', wait)
      for (const { projectId } of charges)
        if (projectId !== undefined) await counter.add({ key: `project ${projectId}`, windowMs: hour, now })
    },
    async projectLoad(transaction, projectId, now) {
      const counter = createUsageCounter({ database: transaction })
      return (await counter.count({ key: `project ${projectId}`, windowMs: hour, now })) / perProject
    },
  }
}
