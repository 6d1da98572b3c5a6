import { formatUnits } from '@portico/core/money'
import { formatAmount } from '../../../language/format.ts'

/**
 * Formats an amount in base units for reading, with its symbol.
 *
 * @param shown how many decimals are shown of what somebody gets; the others are cut off. Default: all, as of what is paid.
 */
export function formatAsset(
  units: bigint,
  { decimals, symbol }: { decimals: number; symbol: string },
  shown = decimals,
): string {
  return `${formatAmount(formatUnits(units, decimals), { decimals: shown })} ${symbol}`
}
