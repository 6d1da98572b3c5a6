import type { Fact, Warning } from '../../approve/Description.ts'
import { formatTime } from '../formatTime.ts'
import type { TypedValue } from '../hashTypedData.ts'
import { isNever } from '../isNever.ts'
import { danger } from './danger.ts'
import { isLong } from './isLong.ts'

/** What can end, with its label and the warnings if the end is far away or there is none. */
const kinds = {
  signature: {
    label: 'Signature can be used',
    warning: 'The signature stays valid for more than a year.',
    never: 'The signature never expires.',
  },
  order: {
    label: 'Order can be filled',
    warning: 'The order stays open for more than a year.',
    never: 'The order never ends, unless you cancel it at the exchange.',
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
  const end = printUse(seconds, now)
  return {
    facts: [{ label, value: how ? `${how}, ${end}` : end }],
    warnings: isLong(seconds, now) ? [danger(isNever(seconds) ? never : warning)] : [],
  }
}

function printUse(seconds: bigint | undefined, now: number): string {
  return isNever(seconds) ? 'with no deadline' : `until ${printTime(seconds, now)}`
}

function printTime(seconds: bigint, now: number): string {
  if (seconds < 0n) return 'a time that is over already'
  const text = formatTime(seconds)
  return Number(seconds) * 1000 < now ? `${text}, which is over already` : text
}
