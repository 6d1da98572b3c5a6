import type { Fact, Warning } from '../../approve/Description.ts'
import { effectText } from '../effectCopy.ts'
import { formatTime } from '../formatTime.ts'
import type { TypedValue } from '../hashTypedData.ts'
import { isNever } from '../isNever.ts'
import { typedText } from './copy.ts'
import { danger } from './danger.ts'
import { isLong } from './isLong.ts'

/** By whom and how often something can be used: a signature, or an order that can be filled. */
type Use =
  | 'startPermission'
  | 'startPermissions'
  | 'revocation'
  | 'spender'
  | 'forwarder'
  | 'anyone'
  | 'anyoneFrom'
  | 'recipient'
  | 'recipientFrom'
  | 'orderOnce'
  | 'orderParts'

/**
 * Describes by whom, how often and until when something can be used, in seconds since 1970; the time is undefined if that never ends. Warns
 * if it lasts for more than a year.
 */
export function describeExpiry(
  use: Use,
  time: TypedValue | undefined,
  {
    now,
    start = '',
    isDoubted = false,
  }: {
    now: number
    /** When it begins, for a use that begins later. */
    start?: string
    /** It may mean something else, so the end of a signature is only said. */
    isDoubted?: boolean
  },
): { facts: Fact[]; warnings: Warning[] } {
  const isOrder = use === 'orderOnce' || use === 'orderParts'
  const seconds = typeof time === 'bigint' ? time : undefined
  const end = printUse(use, { seconds, now, start })
  return {
    facts: [
      {
        label: typedText(isOrder ? 'typed.labels.orderCanBeFilled' : 'typed.labels.canBeUsed'),
        value: isDoubted && !isOrder ? effectText('effect.ends.doubted', { end }) : end,
      },
    ],
    warnings: isLong(seconds, now)
      ? [
          danger(
            typedText(`typed.long.${isOrder ? 'order' : 'signature'}${isNever(seconds) ? 'Endless' : ''}`),
          ),
        ]
      : [],
  }
}

function printUse(
  use: Use,
  { seconds, now, start }: { seconds: bigint | undefined; now: number; start: string },
): string {
  if (isNever(seconds)) return typedText(`typed.use.${use}.never`, { start })
  if (seconds < 0n) return typedText(`typed.use.${use}.longOver`, { start })
  const isOver = Number(seconds) * 1000 < now
  return typedText(`typed.use.${use}.${isOver ? 'over' : 'until'}`, { start, time: formatTime(seconds) })
}
