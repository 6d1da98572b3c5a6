import type { Hex } from 'viem'
import type { Asset } from '../Effect.ts'
import type { AssetFacts } from '../readAssets.ts'

/** Returns an amount of a token as an asset. It is unclear if the contract is not known to be a token. */
export function toAmount(token: string, amount: bigint, { kind }: Partial<AssetFacts>): Asset {
  return kind === 'erc20'
    ? { kind, token: token as Hex, amount }
    : { kind: 'unclear', token: token as Hex, number: amount }
}
