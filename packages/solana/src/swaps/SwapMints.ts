import type { Mint } from '../node/readMint.ts'

/** The mints of both sides of a swap; undefined for the coin. */
export interface SwapMints {
  from: Mint | undefined
  to: Mint | undefined
}
