import { coinSentinel, findRouter, readSwap } from '@portico/protocol/swaps'
import { checksumAddress } from '@portico/siwx'
import type { Hex } from 'viem'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import type { Asset, Effect } from './Effect.ts'
import { toAsset } from './toAsset.ts'

/**
 * Reads the effects of a swap at a known exchange, from the bytes alone. Undefined unless every byte of it is understood and the exchange
 * enforces the least that arrives. A wrapped coin is no exchange here.
 */
export function readSwapEffects({
  transaction: { to, value, data },
  address,
  chainId,
  kindOf,
}: {
  transaction: Pick<BuiltTransaction, 'to' | 'value' | 'data'>
  address: Hex
  chainId: string
  kindOf: Parameters<typeof toAsset>[2]
}): Effect[] | undefined {
  if (!to || !findRouter(chainId, to)) return undefined
  const terms = readSwap({ chainId, account: address, to, data, value })
  if (!terms) return undefined
  const { tokenIn, tokenOut, amountIn, minimumOut, recipient, fees } = terms
  const assetOf = (token: string, amount: bigint): Asset =>
    token === coinSentinel ? { kind: 'coin', amount } : toAsset(checksumAddress(token) as Hex, amount, kindOf)
  const isOwn = recipient === address.toLowerCase()
  return [
    { type: 'send', asset: assetOf(tokenIn, amountIn), from: address },
    {
      type: 'swap',
      asset: assetOf(tokenOut, minimumOut),
      from: address,
      ...(isOwn ? {} : { to: checksumAddress(recipient) as Hex }),
      ...(fees.length > 0 ? { isCharged: true } : {}),
    },
  ]
}
