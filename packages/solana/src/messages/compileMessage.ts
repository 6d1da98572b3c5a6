import { collectAccounts } from './collectAccounts.ts'
import { encodeMessage } from './encodeMessage.ts'
import type { Instruction } from './Instruction.ts'

/**
 * Compiles instructions to the bytes of a legacy message, which every wallet can read. The payer signs first, and pays the fee.
 *
 * @throws {RangeError} if the network would not accept so long a transaction
 * @see https://solana.com/docs/core/transactions
 */
export function compileMessage({
  payer,
  instructions,
  blockhash,
}: {
  payer: string
  instructions: readonly Instruction[]
  blockhash: string
}): Uint8Array {
  return encodeMessage(collectAccounts(payer, instructions), instructions, blockhash)
}
