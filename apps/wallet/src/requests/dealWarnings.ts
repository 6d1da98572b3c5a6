import type { Warning } from '../approve/Description.ts'
import { formatDollars } from '../approve/formatDollars.ts'
import { riskText } from './riskCopy.ts'

/** Who gets what, and how sure it is: as signed, by a simulation, by a promise of the spender, or not for the visitor. */
type Deal = 'signed' | 'simulated' | 'promised' | 'forOthers'

/** Warns if less than 90% of what is given comes back; both in US dollars, if known. */
export function dealWarnings({
  gives,
  gets,
  deal = 'signed',
}: {
  gives: number | undefined
  gets: number | undefined
  deal?: Deal
}): Warning[] {
  if (gives === undefined || gets === undefined || gets >= gives * 0.9) return []
  const values = { back: formatDollars(gets), paid: formatDollars(gives) }
  return [{ level: 'danger', text: riskText(`risk.deals.${deal}`, values) }]
}
