import type { SwapOrder } from '@portico/core'
import { programs } from '../../messages/programs.ts'
import { tokenAccountAddress } from '../../messages/tokenAccountAddress.ts'
import type { SwapMints } from '../SwapMints.ts'

/** The mint of the wrapped coin, in which Jupiter trades the coin. */
const wrappedMint = 'So11111111111111111111111111111111111111112'
const tokenAccountBytes = 165

/** One side of a swap: a mint, and the account's own associated token account of it. */
export interface JupiterSide {
  mint: string
  /** The token program. */
  program: string
  tokenAccount: string
  accountBytes: number
  isCoin: boolean
}

export interface JupiterSides {
  from: JupiterSide
  to: JupiterSide
}

/** Derives both sides of a swap. Returns undefined if they are the same: the coin and the wrapped coin are. */
export async function readJupiterSides(
  { account: owner, from, to }: SwapOrder,
  mints: SwapMints,
): Promise<JupiterSides | undefined> {
  const readSide = async (
    token: string | undefined,
    { program = programs.token as string, accountBytes = tokenAccountBytes } = {},
  ): Promise<JupiterSide> => {
    const mint = token ?? wrappedMint
    const tokenAccount = await tokenAccountAddress({ owner, mint, program })
    return { mint, program, tokenAccount, accountBytes, isCoin: token === undefined }
  }
  const sides = { from: await readSide(from.token, mints.from), to: await readSide(to.token, mints.to) }
  return sides.from.mint === sides.to.mint ? undefined : sides
}
