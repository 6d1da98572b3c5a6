import { base58 } from '@scure/base'
import { isTokenProgram } from './isTokenProgram.ts'
import type { AccountState } from './readAccount.ts'

const bytes = 165
const accountType = 2
const frozen = 2

/** Who keeps which token in an account, and how much. */
export interface TokenAccount {
  /** The token program. */
  program: string
  mint: string
  owner: string
  amount: bigint
  isFrozen: boolean
}

/**
 * Parses the bytes of a token account of either token program. Returns undefined for any other account, also a mint.
 *
 * @see https://github.com/solana-program/token/blob/main/interface/src/state.rs
 */
export function readTokenAccount(account: AccountState | undefined): TokenAccount | undefined {
  if (!account || !isTokenProgram(account.owner)) return undefined
  const { data, owner: program } = account
  // The account type follows if there are extensions (Token-2022).
  if (data.length !== bytes && data[bytes] !== accountType) return undefined
  const state = data[108] ?? 0
  if (state === 0) return undefined
  return {
    program,
    mint: base58.encode(data.subarray(0, 32)),
    owner: base58.encode(data.subarray(32, 64)),
    amount: new DataView(data.buffer, data.byteOffset).getBigUint64(64, true),
    isFrozen: state === frozen,
  }
}
