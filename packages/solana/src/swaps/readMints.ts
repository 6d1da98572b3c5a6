import type { SwapAsset, SwapOrder } from '@portico/core'
import type { SolanaNode } from '../node/createNode.ts'
import { type Mint, readMint } from '../node/readMint.ts'
import type { SwapMints } from './SwapMints.ts'

/**
 * Reads the mints of both sides of a swap. Returns undefined if amounts of one would not be what is on screen: it is no token, it has
 * other decimals, it charges a fee, or a program of its own runs with each transfer.
 */
export async function readMints(
  node: SolanaNode,
  { from, to }: Pick<SwapOrder, 'from' | 'to'>,
): Promise<SwapMints | undefined> {
  if (from.token === to.token) return undefined
  const tokens = [from.token, to.token].filter((token) => token !== undefined)
  const accounts = await node.getAccounts(tokens)
  const mintOf = ({ token }: SwapAsset): Mint | undefined =>
    token === undefined ? undefined : readMint(accounts[tokens.indexOf(token)])
  const mints = { from: mintOf(from), to: mintOf(to) }
  return isPlain(from, mints.from) && isPlain(to, mints.to) ? mints : undefined
}

function isPlain({ token, decimals }: SwapAsset, mint: Mint | undefined): boolean {
  if (token === undefined) return true
  if (!mint?.isTransferable || mint.decimals !== decimals) return false
  return !mint.fees?.some(({ basisPoints }) => basisPoints > 0n)
}
