import type { Coin } from './Coin.ts'
import { dustLimit } from './dustLimit.ts'
import { transactionSize } from './transactionSize.ts'

/** The coins that a payment spends. Inputs are worth `amount` + `fee` + `change`. */
export interface Selection {
  coins: readonly Coin[]
  /** What goes back to the sender, in satoshi; 0n if there is no such output. */
  change: bigint
  /** In satoshi. */
  fee: bigint
}

/**
 * Selects coins for a payment, the largest first. Change below the dust limit becomes part of the fee. A coin that costs more than
 * it holds is never spent.
 *
 * @param parameters.from the script of the coins, and of the change
 * @param parameters.rate satoshi per 1000 virtual bytes
 * @param parameters.isAll spends all coins
 * @returns undefined if the coins do not pay the amount and the fee
 */
export function selectCoins({
  coins,
  from,
  to,
  amount,
  rate,
  isAll = false,
}: {
  coins: readonly Coin[]
  from: Uint8Array
  to: Uint8Array
  amount: bigint
  rate: bigint
  isAll?: boolean | undefined
}): Selection | undefined {
  const feeOf = (count: number, outputs: readonly Uint8Array[]) =>
    feeAt(rate, transactionSize({ from, coins: count, outputs }))
  const usable = worthSpending({ coins, from, rate }).sort(byValue)
  let total = 0n
  for (const [index, { value }] of usable.entries()) {
    total += value
    const count = index + 1
    if ((isAll && count < usable.length) || total < amount + feeOf(count, [to])) continue
    const rest = total - amount - feeOf(count, [to, from])
    const change = rest >= dustLimit(from) ? rest : 0n
    return { coins: usable.slice(0, count), change, fee: total - amount - change }
  }
  return undefined
}

/**
 * Returns the most that can be sent when all coins are spent and nothing comes back, in satoshi; 0n if the fee is more.
 */
export function spendableAmount({
  coins,
  from,
  to,
  rate,
}: {
  coins: readonly Coin[]
  from: Uint8Array
  to: Uint8Array
  rate: bigint
}): bigint {
  const usable = worthSpending({ coins, from, rate })
  const total = usable.reduce((sum, { value }) => sum + value, 0n)
  const most = total - feeAt(rate, transactionSize({ from, coins: usable.length, outputs: [to] }))
  return most > 0n ? most : 0n
}

/** Returns the fee of a transaction, rounded up. */
const feeAt = (rate: bigint, size: number): bigint => (rate * BigInt(size) + 999n) / 1000n

function worthSpending({
  coins,
  from,
  rate,
}: {
  coins: readonly Coin[]
  from: Uint8Array
  rate: bigint
}): Coin[] {
  const size = (count: number) => transactionSize({ from, coins: count, outputs: [] })
  const cost = feeAt(rate, size(1) - size(0) + 1)
  return coins.filter(({ value }) => value > cost)
}

const byValue = (a: Coin, b: Coin): number => (a.value === b.value ? 0 : a.value > b.value ? -1 : 1)
