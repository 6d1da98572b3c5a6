import type { DecodedInstruction } from './DecodedInstruction.ts'
import type { OwnEffect } from './OwnEffect.ts'
import type { ResolvedAccounts } from './resolveAccounts.ts'
import type { SolanaTransaction } from './SolanaTransaction.ts'

/** A transaction of a request, and what its bytes say. */
export type SolanaPart = {
  transaction: SolanaTransaction
  resolved: ResolvedAccounts
  instructions: DecodedInstruction[]
  effects: OwnEffect[]
  /** The highest fee that the account pays, in lamports; 0 if another account pays it. */
  fee: bigint
}
