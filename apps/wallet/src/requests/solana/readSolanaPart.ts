import { decodeTransaction } from './decodeTransaction.ts'
import { feeOf } from './feeOf.ts'
import { listOwnEffects } from './listOwnEffects.ts'
import { resolveAccounts } from './resolveAccounts.ts'
import type { SolanaAccountState } from './SolanaAccountState.ts'
import type { SolanaPart } from './SolanaPart.ts'
import type { SolanaTransaction } from './SolanaTransaction.ts'

/**
 * Reads what a transaction does with what an account owns or controls.
 *
 * @param states accounts as a node reports them, lookup tables included
 */
export function readSolanaPart(
  transaction: SolanaTransaction,
  { own, states }: { own: string; states: ReadonlyMap<string, SolanaAccountState | null> },
): SolanaPart {
  const { message } = transaction
  const resolved = resolveAccounts(message, states)
  const { instructions, effects } = decodeTransaction(message, resolved)
  return {
    transaction,
    resolved,
    instructions,
    effects: listOwnEffects({ effects, own, states }),
    fee: message.accounts[0] === own ? feeOf(message) : 0n,
  }
}
