import type { Connection } from '../database/Connection.ts'
import type { Lock } from '../database/inTransaction.ts'
import {
  createUsageCounter,
  type Usage,
  type UsageCounter,
  type UsageLimit,
  type UsageTables,
} from '../limits/createUsageCounter.ts'
import { retryLater } from '../problems/retryLater.ts'
import { budgetEmail } from './budgetEmail.ts'
import { networkOf } from './networkOf.ts'

/**
 * Numbers of mails per hour: at most to a mailbox that one network asks for, or one known device, and at most that one
 * network address asks for; and the number to strangers of a project above which `projectLoad` exceeds 1.
 */
export type MailLimits = { perEmail: number; perAddress: number; perProject: number }

/** What a mail counts against. `budget` is a `budgetKey`; `ip` and `projectId` are for mails to strangers only. */
export type MailCharge = {
  budget?: string | undefined
  ip?: string | undefined
  projectId?: string | undefined
}

/** Rate limits of mails. */
export type MailLimiter = {
  /**
   * Returns the key of a limit. Strangers have one limit per mailbox and network, and another one per mailbox; each known
   * device has one of its own. All spellings of a mailbox (`budgetEmail`) share them. Without `ip`, a mail to a stranger
   * counts for the mailbox only.
   */
  budgetKey(pair: { email: string; jkt: string; isKnown: boolean; ip?: string | undefined }): string
  /** Returns the locks of a transaction that calls `take`. */
  locks(charges: readonly MailCharge[]): Lock[]
  /**
   * Counts one mail against all limits of its charges. The number of a project is counted, but has no limit:
   * otherwise anyone who starts logins could block those of everybody else.
   *
   * @throws {Problem} `rate-limited`, and nothing is counted.
   */
  take<Tables extends UsageTables>(
    transaction: Connection<Tables>,
    charges: readonly MailCharge[],
    now: number,
  ): Promise<void>
  /**
   * Counts nothing: for a mail that is only sent later.
   *
   * @throws {Problem} `rate-limited` if `take` would.
   */
  check<Tables extends UsageTables>(
    transaction: Connection<Tables>,
    charges: readonly MailCharge[],
    now: number,
  ): Promise<void>
  /**
   * The owner of the mailbox did not want a mail that was charged to `budget`: refunds what its network used of the
   * mailbox's limit, and refuses that network any mail to this mailbox for a day. Does nothing to known devices.
   */
  bar<Tables extends UsageTables>(transaction: Connection<Tables>, budget: string, now: number): Promise<void>
  /**
   * For ten minutes, mails to strangers at this mailbox count against none of these limits but `perEmail` for each network
   * anew. Also unblocks the owner's own network. Returns when the ten minutes end.
   */
  allow<Tables extends UsageTables>(
    transaction: Connection<Tables>,
    owner: { email: string; ip: string },
    now: number,
  ): Promise<number>
  /** Returns the mails to strangers of a project in the last hour, as a multiple of the project's number. */
  projectLoad<Tables extends UsageTables>(
    transaction: Connection<Tables>,
    projectId: string,
    now: number,
  ): Promise<number>
}

const hour = 3_600_000
/** How long a network is blocked from a mailbox. */
const barMs = 24 * hour
const allowMs = 10 * 60_000
/** A mailbox gets as many mails for strangers as this number of networks may ask for. */
const networksPerMailbox = 8

/**
 * Creates the rate limits of mails. Each known device and each network has limits of its own, so that an attacker who uses up
 * one of them does not lock out the owner of the mailbox.
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
  const hourAndDay = (count: number): UsageLimit[] => [
    ...perHour(count),
    { windowMs: 24 * hour, count: count * 2 },
  ]
  const mailboxKey = (email: string) => `email ${blind('mailbox', budgetEmail(email))}`
  const budgetOf = (email: string, ip: string) => `${mailboxKey(email)} ${blind('network', networkOf(ip))}`

  function limitsOf({ budget, ip }: MailCharge): Usage[] {
    const stranger = strangerOf(budget)
    if (!stranger) return budget === undefined ? [] : [{ key: budget, limits: hourAndDay(perEmail) }]
    const { mailbox, network } = stranger
    return [
      ...(network === undefined ? [] : [{ key: stranger.budget, limits: hourAndDay(perEmail) }]),
      { key: mailbox, limits: hourAndDay(perEmail * networksPerMailbox), by: network },
      ...(ip === undefined ? [] : [{ key: `ip ${blind('ip', ip)}`, limits: perHour(perAddress) }]),
    ]
  }

  /** Returns the uses of mails, and the milliseconds until none of their networks is blocked. */
  async function usesOf(
    counter: UsageCounter,
    charges: readonly MailCharge[],
    now: number,
  ): Promise<{ uses: Usage[]; barredFor: number }> {
    const uses: Usage[] = []
    let barredFor = 0
    for (const charge of charges) {
      const stranger = strangerOf(charge.budget)
      const isAllowed =
        stranger && (await counter.count({ key: `allowed ${stranger.mailbox}`, windowMs: allowMs, now })) > 0
      uses.push(...(isAllowed ? [allowedUsage(stranger, perEmail)] : limitsOf(charge)))
      if (stranger) barredFor = Math.max(barredFor, await counter.waitFor([barUsage(stranger)], now))
    }
    return { uses, barredFor }
  }

  return {
    budgetKey({ email, jkt, isKnown, ip }) {
      if (isKnown) return `device ${jkt} ${blind('mailbox', budgetEmail(email))}`
      return ip === undefined ? mailboxKey(email) : budgetOf(email, ip)
    },
    locks: (charges) => charges.flatMap(limitsOf).map(({ key }) => ({ key: `uses ${key}` })),
    async take(transaction, charges, now) {
      const counter = createUsageCounter({ database: transaction })
      const { uses, barredFor } = await usesOf(counter, charges, now)
      const wait = barredFor > 0 ? barredFor : await counter.take(uses, now)
      if (wait !== undefined) throw retryLater('rate-limited', wait)
      for (const { projectId } of charges)
        if (projectId !== undefined) await counter.add({ key: `project ${projectId}`, windowMs: hour, now })
    },
    async check(transaction, charges, now) {
      const counter = createUsageCounter({ database: transaction })
      const { uses, barredFor } = await usesOf(counter, charges, now)
      const wait = barredFor > 0 ? barredFor : await counter.waitFor(uses, now)
      if (wait > 0) throw retryLater('rate-limited', wait)
    },
    async bar(transaction, budget, now) {
      const stranger = strangerOf(budget)
      if (stranger?.network === undefined) return
      const counter = createUsageCounter({ database: transaction })
      await counter.refund({ key: stranger.mailbox, by: stranger.network })
      await counter.add({ key: barUsage(stranger).key, windowMs: barMs, now })
    },
    async allow(transaction, { email, ip }, now) {
      const counter = createUsageCounter({ database: transaction })
      const key = `allowed ${mailboxKey(email)}`
      await counter.refund({ key })
      await counter.add({ key, windowMs: allowMs, now })
      await counter.refund({ key: `bar ${budgetOf(email, ip)}` })
      return now + allowMs
    },
    async projectLoad(transaction, projectId, now) {
      const counter = createUsageCounter({ database: transaction })
      return (await counter.count({ key: `project ${projectId}`, windowMs: hour, now })) / perProject
    },
  }
}

/** A stranger's budget: the key of the mailbox, and the network unless the mail counts for the mailbox only. */
type Stranger = { budget: string; mailbox: string; network: string | undefined }

/** Returns the parts of a stranger's budget; undefined for that of a known device. */
function strangerOf(budget = ''): Stranger | undefined {
  const [, mailbox, network] = /^(email \S+)(?: (\S+))?$/.exec(budget) ?? []
  return mailbox === undefined ? undefined : { budget, mailbox, network }
}

/** A network is blocked by one use of a key that allows none. */
const barUsage = ({ budget }: Stranger): Usage => ({
  key: `bar ${budget}`,
  limits: [{ windowMs: barMs, count: 1 }],
})

const allowedUsage = ({ budget }: Stranger, count: number): Usage => ({
  key: `allowed mails ${budget}`,
  limits: [{ windowMs: allowMs, count }],
})
