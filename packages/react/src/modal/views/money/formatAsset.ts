import { formatUnits } from '@portico/core/money'
import { formatAmount } from '../../../language/format.ts'

/** Formats an amount in base units for reading, with its symbol: at most six decimals. */
export function formatAsset(
  units: bigint,
  { decimals, symbol }: { decimals: number; symbol: string },
): string {
  return `${formatAmount(formatUnits(units, decimals), { decimals: 6 })} ${symbol}`
}
