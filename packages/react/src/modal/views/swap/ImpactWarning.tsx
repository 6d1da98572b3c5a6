import { classifyImpact } from '@portico/core/money'
import { text } from '../../../copy.ts'
import { formatAmount } from '../../../language/format.ts'
import { Warning } from '../money/parts/Warning.tsx'

/** Says how far a swap moves the price, unless it hardly does. With `tick`, a large one has to be accepted. */
export function ImpactWarning({
  priceImpact,
  tick,
}: {
  /** In percent; null if it is not known. */
  priceImpact: number | null
  tick?: { isChecked: boolean; onChange: (isChecked: boolean) => void } | undefined
}) {
  const impact = classifyImpact(priceImpact)
  if (impact === 'quiet') return null
  const isLarge = impact === 'danger'
  return (
    <Warning
      id={`swap.impact.${impact}`}
      values={{ impact: formatImpact(priceImpact) }}
      isBad={isLarge || impact === 'hold'}
      tick={isLarge && tick ? { label: text('swap.impact.tick'), ...tick } : undefined}
    />
  )
}

/** Formats a price impact in percent for reading. */
export const formatImpact = (priceImpact: number | null) => formatAmount(priceImpact?.toFixed(2) ?? '')
