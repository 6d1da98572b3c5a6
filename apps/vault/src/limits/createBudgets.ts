import type { Lock } from '@portico/server'
import type { Database } from '../database/openVaultDatabase.ts'
import { HttpProblem } from '../http/HttpProblem.ts'
import { type Allowance, createUses } from './createUses.ts'

/** How many mails may be caused in an hour. */
export type MailLimits = { perEmail: number; perAddress: number; perProject: number }

/** Who causes a mail. `budget` is `budgetOf` a pair. */
export type Cause = { budget?: string | undefined; ip?: string | undefined; projectId?: string | undefined }

export type Budgets = {
  /** An address has one allowance for everybody, and one for each device that has logged in with it. */
  budgetOf(pair: { emailIndex: string; jkt: string; isKnown: boolean }): string
  /** What a transaction must lock that takes from these. */
  locks(causes: readonly Cause[]): Lock[]
  /** @throws {HttpProblem} `rate-limited`, and nothing is counted. */
  take(transaction: Database, causes: readonly Cause[], now: number): Promise<void>
}

const hour = 3_600_000

/**
 * Limits of mails. A device that is known has an allowance of its own, so that a stranger who uses up that of an address
 * locks nobody out who has logged in before.
 *
 * @param blind makes a key that tells nobody the network address.
 */
export function createBudgets({
  limits: { perEmail, perAddress, perProject },
  blind,
}: {
  limits: MailLimits
  blind: (kind: string, text: string) => string
}): Budgets {
  const perHour = (count: number): Allowance[] => [{ ms: hour, count }]
  const ofEmail: Allowance[] = [...perHour(perEmail), { ms: 24 * hour, count: perEmail * 2 }]

  const wanted = (causes: readonly Cause[]) =>
    causes.flatMap(({ budget, ip, projectId }) => [
      ...(budget === undefined ? [] : [{ key: budget, allowances: ofEmail }]),
      ...(ip === undefined ? [] : [{ key: `ip ${blind('ip', ip)}`, allowances: perHour(perAddress) }]),
      ...(projectId === undefined ? [] : [{ key: `project ${projectId}`, allowances: perHour(perProject) }]),
    ])

  return {
    budgetOf: ({ emailIndex, jkt, isKnown }) =>
      isKnown ? `device ${jkt} ${emailIndex}` : `email ${emailIndex}`,
    locks: (causes) => wanted(causes).map(({ key }) => ({ key: `uses ${key}` })),
    async take(transaction, causes, now) {
      const wait = await createUses({ database: transaction }).take(wanted(causes), now)
      if (wait !== undefined) throw retryLater('rate-limited', wait)
    },
  }
}

/** A problem that says when to come again. */
export function retryLater(code: 'rate-limited' | 'too-soon', ms: number): HttpProblem {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return new HttpProblem(code, {
    detail: `Please try again after ${seconds} seconds.`,
    headers: { 'retry-after': String(seconds) },
    extra: { retryAfter: seconds },
  })
}
