import { fiatDecimals } from './fiatDecimals.ts'
import { fromFiat } from './fromFiat.ts'
import type { SendDraft } from './moneyState.ts'
import { parseAmount } from './parseAmount.ts'
import type { Price } from './parsePrice.ts'

/**
 * Returns the amount that a draft sends, in base units; undefined if what is typed is none, or if it is not known yet.
 *
 * @param known.maximum the most that can be sent, in base units
 */
export function readAmount(
  { asset, amount, unit, isMaximum }: SendDraft,
  { maximum, price }: { maximum: bigint | undefined; price: Price | undefined },
): bigint | undefined {
  if (!asset) return undefined
  if (isMaximum) return maximum
  if (unit === 'token') return parseAmount(amount, asset.decimals)
  const cents = parseAmount(amount, fiatDecimals)
  return cents === undefined || !price ? undefined : fromFiat(cents, { price, decimals: asset.decimals })
}
