import type { Warning } from '../approve/Description.ts'
import { formatDollars } from './formatDollars.ts'

/** Warns if less than 90% of what is given comes back; both in US dollars, if known. */
export function dealWarnings({
  gives,
  gets,
  isSimulated = false,
}: {
  gives: number | undefined
  gets: number | undefined
  /** Whether only a simulation says so. */
  isSimulated?: boolean
}): Warning[] {
  if (gives === undefined || gets === undefined || gets >= gives * 0.9) return []
  const back = `get back about ${formatDollars(gets)} of the ${formatDollars(gives)} you give.`
  const text = isSimulated ? `In a simulation, you ${back}` : `You ${back}`
  return [{ level: 'danger', text }]
}
