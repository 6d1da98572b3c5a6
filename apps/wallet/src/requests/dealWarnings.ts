import type { Warning } from '../approve/Description.ts'
import { formatDollars } from './formatDollars.ts'

/** Warns if less than 90% of what is given comes back; both in US dollars, if known. */
export function dealWarnings({
  gives,
  gets,
}: {
  gives: number | undefined
  gets: number | undefined
}): Warning[] {
  if (gives === undefined || gets === undefined || gets >= gives * 0.9) return []
  const text = `You get back about ${formatDollars(gets)} of the ${formatDollars(gives)} you give.`
  return [{ level: 'danger', text }]
}
