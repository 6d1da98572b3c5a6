import { programs } from './programs.ts'
import type { SolanaAccountState } from './SolanaAccountState.ts'

const size = 82
const decimalsAt = 44
const isInitializedAt = 45
/** With extensions, the data is as long as a token account, and then has the kind of account: 1 is a mint. */
const kindAt = 165

/** Returns the decimals of a mint of either token program; undefined for every other account. */
export function readMintDecimals(state: SolanaAccountState | null | undefined): number | undefined {
  if (!state || (state.program !== programs.token && state.program !== programs.token2022)) return undefined
  const { data } = state
  const isMint = data.length === size || (data.length > kindAt && data[kindAt] === 1)
  return isMint && data[isInitializedAt] === 1 ? data[decimalsAt] : undefined
}
