import type { Hex } from 'viem'
import type { Asset } from './Effect.ts'
import type { TokenKind } from './readTokenKind.ts'

/** Returns what a number stands for at a contract: an amount of a token, or the id of an NFT. */
export function toAsset(token: Hex, number: bigint, kindOf: (token: string) => TokenKind): Asset {
  const kind = kindOf(token)
  if (kind === 'erc20') return { kind, token, amount: number }
  return kind === 'nft' ? { kind, token, id: number, amount: 1n } : { kind: 'unclear', token, number }
}
