import { decodeTransaction } from './decodeTransaction.ts'
import { resolveAccounts } from './resolveAccounts.ts'
import type { SolanaMessage } from './SolanaTransaction.ts'

/** Returns the texts that a transaction publishes. Programs are never listed in lookup tables, so no node is asked. */
export function readMemos(message: SolanaMessage): string[] {
  const { effects } = decodeTransaction(message, resolveAccounts(message, new Map()))
  return effects.flatMap((effect) => (effect.type === 'memo' ? [effect.text] : []))
}
