import type { Warning } from '../approve/Description.ts'
import { formatDollars } from './formatDollars.ts'

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
  const [back, paid] = [formatDollars(gets), formatDollars(gives)]
  const texts = {
    signed: `You get back about ${back} of the ${paid} you give.`,
    simulated: `In a simulation, you get back about ${back} of the ${paid} you give.`,
    promised: `You are promised only about ${back} for the ${paid} that can be taken.`,
    forOthers: `You get nothing. Someone else gets about ${back} for the ${paid} you give.`,
  }
  return [{ level: 'danger', text: texts[deal] }]
}
