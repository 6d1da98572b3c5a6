import type { Hex } from 'viem'
import type { Effect } from './Effect.ts'
import { formatAmount } from './formatAmount.ts'
import { coinFacts, formatAsset, nameOf } from './formatAsset.ts'
import { isWrappedCoin } from './isWrappedCoin.ts'
import type { Assets } from './readAssets.ts'
import { transactionText } from './transactionCopy.ts'

/**
 * Returns what is exchanged at the contract of a token: coins for tokens, or tokens for coins. What it gives in
 * return is certain only at a wrapped coin. Undefined for every other call.
 */
export function titleExchange({
  effects,
  facts,
  target,
  chainId,
}: {
  effects: readonly Effect[]
  facts: Assets
  /** The contract that is called. */
  target: Hex
  chainId: string
}): string | undefined {
  const [exchange, ...more] = effects.filter((effect) => !isPayment(effect))
  if (!exchange || more.length > 0) return undefined
  const isDeposit = exchange.type === 'wrap'
  if (!isDeposit && (exchange.type !== 'send' || exchange.to || effects.length > 1)) return undefined
  const { asset } = exchange
  const token = formatAsset(asset, facts)
  const coins = formatAmount(asset.kind === 'erc20' ? asset.amount : 0n, coinFacts(facts))
  const isWrapped = isWrappedCoin(target, chainId)
  if (isWrapped)
    return transactionText('transaction.titles.exchange', {
      given: isDeposit ? coins : token,
      got: isDeposit ? token : coins,
    })
  return isDeposit
    ? transactionText('transaction.titles.sendToContract', { coins, name: nameOf(target, facts) })
    : transactionText('transaction.titles.return', { what: token })
}

/** The coins of a deposit are sent with the call. */
function isPayment(effect: Effect): boolean {
  return effect.type === 'send' && effect.asset.kind === 'coin'
}
