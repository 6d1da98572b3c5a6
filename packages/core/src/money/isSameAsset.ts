import type { TokenBalance } from '@portico/protocol/gateway'
import { accountKey } from '../data/accountKey.ts'
import type { MoneyAsset } from './moneyState.ts'

/** Returns whether a balance is that of an asset on the same network: the coin, or the token with its address. */
export function isSameAsset({ address }: TokenBalance, { token }: Pick<MoneyAsset, 'token'>): boolean {
  const held = address?.slice(address.lastIndexOf(':') + 1)
  return held === undefined || token === undefined ? held === token : accountKey(held) === accountKey(token)
}
