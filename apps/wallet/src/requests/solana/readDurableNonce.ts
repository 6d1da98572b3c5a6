import { base58 } from '@scure/base'
import { programs } from './programs.ts'
import type { SolanaAccountState } from './SolanaAccountState.ts'

const size = 80
/** After version, state and authority. */
const nonceAt = 40

/** Returns the value of a nonce account, which takes the place of the blockhash; undefined for every other account. */
export function readDurableNonce(state: SolanaAccountState | null): string | undefined {
  if (!state || state.program !== programs.system || state.data.length !== size) return undefined
  return base58.encode(state.data.subarray(nonceAt, nonceAt + 32))
}
