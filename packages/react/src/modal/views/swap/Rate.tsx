import { formatUnits, type SwapWish } from '@portico/core/money'
import { formatAmount } from '../../../language/format.ts'

/** Digits that a rate is computed with. */
const precision = 12n

/** Shows what one whole token that is paid buys. */
export function Rate({ wish: { from, to, amount }, receives }: { wish: SwapWish; receives: bigint }) {
  if (amount === 0n) return null
  const scaled = (receives * 10n ** (BigInt(from.decimals) + precision)) / amount
  const exact = formatUnits(scaled, to.decimals + Number(precision))
  const rate = formatAmount(exact, { decimals: exact.indexOf('.') > 2 ? 2 : 6 })
  return <bdi dir="ltr">{`1 ${from.symbol} = ${rate} ${to.symbol}`}</bdi>
}
