import type { Connection } from '../database/Connection.ts'
import type { Lock } from '../database/inTransaction.ts'
import { createUsageCounter, type UsageLimit, type UsageTables } from '../limits/createUsageCounter.ts'
import { retryLater } from '../problems/retryLater.ts'

/** Maximum number of mails per hour. */
export type MailLimits = { perEmail: number; perAddress: number; perProject: number }

/** What a mail counts against. `budget` is a `budgetKey`. */
export type MailCharge = {
  budget?: string | undefined
  ip?: string | undefined
  projectId?: string | undefined
}

/** Rate limits of mails. */
export type MailLimiter = {
  /** Returns the key of a limit. An address has one limit for unknown devices, and one for each known device. */
  budgetKey(pair: { emailIndex: string; jkt: string; isKnown: boolean }): string
  /** Returns the locks of a transaction that calls `take`. */
  locks(charges: readonly MailCharge[]): Lock[]
  /**
   * Counts one mail against all limits of its charges.
   *
   * @throws {Problem} `rate-limited`, and nothing is counted.
   */
  take<Tables extends UsageTables>(
    transaction: Connection<Tables>,
    charges: readonly MailCharge[],
    now: number,
  ): Promise<void>
}

const hour = 3_600_000

/**
 * Creates the rate limits of mails. Each known device has a limit of its own, so that an attacker who uses up an address's
 * limit does not lock out its owner.
 *
 * @param blind returns an HMAC, so that network addresses are not stored in plain text.
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
    charges.flatMap(({ budget, ip, projectId }) => [
      ...(budget === undefined ? [] : [{ key: budget, limits: emailLimits }]),
      ...(ip === undefined ? [] : [{ key: `ip ${blind('ip', ip)}`, limits: perHour(perAddress) }]),
      ...(projectId === undefined ? [] : [{ key: `project ${projectId}`, limits: perHour(perProject) }]),
    ])

  return {
    budgetKey: ({ emailIndex, jkt, isKnown }) =>
      isKnown ? `device ${jkt} ${emailIndex}` : `email ${emailIndex}`,
    locks: (charges) => limitsOf(charges).map(({ key }) => ({ key: `uses ${key}` })),
    async take(transaction, charges, now) {
      const wait = await createUsageCounter({ database: transaction }).take(limitsOf(charges), now)
      if (wait !== undefined) throw retryLater('rate-limited', wait)
    },
  }
}
