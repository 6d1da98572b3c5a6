import { formatAsset } from './formatAsset.ts'

/** As many as Bitcoin has. */
const shownDecimals = 8

/** Formats the most that something costs, with its symbol: rounded up, to eight decimals or to two digits if it is less. */
export function formatFee(units: bigint, coin: { decimals: number; symbol: string }): string {
  const cut = Math.min(coin.decimals - shownDecimals, `${units}`.length - 2)
  const step = 10n ** BigInt(Math.max(0, cut))
  return formatAsset(((units + step - 1n) / step) * step, coin)
}
