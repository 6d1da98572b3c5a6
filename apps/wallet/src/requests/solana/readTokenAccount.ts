import { base58 } from '@scure/base'
import { createByteReader } from './createByteReader.ts'
import { programs } from './programs.ts'
import type { SolanaAccountState } from './SolanaAccountState.ts'

/** What a token account holds, and who controls it. */
export type TokenAccount = {
  mint: string
  owner: string
  amount: bigint
  delegate: string | undefined
  delegatedAmount: bigint
  closeAuthority: string | undefined
}

const size = 165
/** The byte after the common part tells token accounts (2) from mints (1) that have extensions. */
const accountType = 2

/** Parses a token account of either token program; undefined for every other account. */
export function readTokenAccount(state: SolanaAccountState | null | undefined): TokenAccount | undefined {
  if (!state || (state.program !== programs.token && state.program !== programs.token2022)) return undefined
  const { data } = state
  if (data.length < size || (data.length > size && data[size] !== accountType)) return undefined
  const reader = createByteReader(data)
  const key = () => base58.encode(reader.take(32))
  const optionalKey = () => {
    const isPresent = reader.u32() === 1
    const value = key()
    return isPresent ? value : undefined
  }
  const [mint, owner, amount, delegate] = [key(), key(), reader.u64(), optionalKey()]
  const isInitialized = reader.u8() > 0
  // Whether it holds wrapped SOL, and the rent.
  reader.take(12)
  const [delegatedAmount, closeAuthority] = [reader.u64(), optionalKey()]
  return isInitialized ? { mint, owner, amount, delegate, delegatedAmount, closeAuthority } : undefined
}
