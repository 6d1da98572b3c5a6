import type { Fact, Warning } from '../../approve/Description.ts'
import type { TypedValue } from '../hashTypedData.ts'
import { danger } from './danger.ts'

const year = 365 * 24 * 60 * 60
/** The end of the year 9999, in seconds since 1970. */
const endOfCalendar = 253_402_300_799n

/** What can end, with the label of its end and the warning if that is far away. */
const kinds = {
  signature: { label: 'Signature expires', warning: 'The signature stays valid for more than a year.' },
  permission: { label: 'Permission ends', warning: 'The permission lasts for more than a year.' },
  order: { label: 'Order ends', warning: 'The order stays open for more than a year.' },
} as const

/** Describes when something ends, in seconds since 1970; undefined if it never does. Warns if it lasts for more than a year. */
export function describeExpiry(
  kind: keyof typeof kinds,
  time: TypedValue | undefined,
  now: number,
): { facts: Fact[]; warnings: Warning[] } {
  const { label, warning } = kinds[kind]
  const seconds = typeof time === 'bigint' ? time : undefined
  const limit = BigInt(Math.floor(now / 1000) + year)
  const isLong = seconds === undefined || seconds > limit
  return { facts: [{ label, value: print(seconds, now) }], warnings: isLong ? [danger(warning)] : [] }
}

function print(seconds: bigint | undefined, now: number): string {
  if (seconds === undefined || seconds > endOfCalendar) return 'never'
  if (seconds < 0n) return 'it is over already'
  const text = `${new Date(Number(seconds) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return Number(seconds) * 1000 < now ? `${text}, which is over already` : text
}
