import type { Fact, Warning } from '../../approve/Description.ts'
import { formatTime } from '../formatTime.ts'
import type { TypedValue } from '../hashTypedData.ts'
import { danger } from './danger.ts'

const year = 365 * 24 * 60 * 60
/** The end of the year 9999, in seconds since 1970. */
const endOfCalendar = 253_402_300_799n

/** What can end, with its label and the warnings if the end is far away or there is none. */
const kinds = {
  signature: {
    label: 'Signature can be used',
    warning: 'The signature stays valid for more than a year.',
    never: 'The signature never expires.',
  },
  permission: {
    label: 'Permission ends',
    warning: 'The permission lasts for more than a year.',
    never: 'The permission never ends, unless you revoke it.',
  },
  order: {
    label: 'Order can be filled',
    warning: 'The order stays open for more than a year.',
    never: 'The order never expires.',
  },
} as const

/**
 * Describes when something ends, in seconds since 1970; undefined if it never does. Warns if it lasts for more than a year.
 *
 * @param how by whom and how often a signature or an order can be used, such as `once`
 */
export function describeExpiry(
  kind: keyof typeof kinds,
  time: TypedValue | undefined,
  { now, how }: { now: number; how?: string },
): { facts: Fact[]; warnings: Warning[] } {
  const { label, warning, never } = kinds[kind]
  const seconds = typeof time === 'bigint' ? time : undefined
  const limit = BigInt(Math.floor(now / 1000) + year)
  const isLong = seconds === undefined || seconds > limit
  const end = kind === 'permission' ? printEnd(seconds, now) : printUse(seconds, now)
  return {
    facts: [{ label, value: how ? `${how}, ${end}` : end }],
    warnings: isLong ? [danger(isNever(seconds) ? never : warning)] : [],
  }
}

function printEnd(seconds: bigint | undefined, now: number): string {
  return isNever(seconds) ? 'never, unless you revoke it' : printTime(seconds, now)
}

function printUse(seconds: bigint | undefined, now: number): string {
  return isNever(seconds) ? 'with no deadline' : `until ${printTime(seconds, now)}`
}

function isNever(seconds: bigint | undefined): seconds is undefined {
  return seconds === undefined || seconds > endOfCalendar
}

function printTime(seconds: bigint, now: number): string {
  if (seconds < 0n) return 'a time that is over already'
  const text = formatTime(seconds)
  return Number(seconds) * 1000 < now ? `${text}, which is over already` : text
}
