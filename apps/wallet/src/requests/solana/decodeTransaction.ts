import type { DecodedInstruction } from './DecodedInstruction.ts'
import { decodeInstruction } from './decodeInstruction.ts'
import { programs } from './programs.ts'
import type { ResolvedAccounts } from './resolveAccounts.ts'
import type { SolanaEffect } from './SolanaEffect.ts'
import type { SolanaMessage } from './SolanaTransaction.ts'

/** The instructions of a transaction, and all their effects. */
export type DecodedTransaction = { instructions: DecodedInstruction[]; effects: SolanaEffect[] }

const advanceNonce = 4

/** Decodes the instructions of a transaction. */
export function decodeTransaction(
  message: SolanaMessage,
  { accounts }: Pick<ResolvedAccounts, 'accounts'>,
): DecodedTransaction {
  const instructions = message.instructions.map((one) =>
    decodeInstruction({
      program: accounts[one.program] as string,
      accounts: one.accounts.map((index) => accounts[index] as string),
      data: one.data,
    }),
  )
  const nonce = findDurableNonce(message, accounts)
  return {
    instructions,
    effects: [
      ...instructions.flatMap(({ effects }) => effects),
      ...(nonce === undefined ? [] : [{ type: 'durableNonce', account: nonce } as const]),
    ],
  }
}

/**
 * Returns the nonce account of a transaction whose first instruction uses up a nonce: then its signature has no end.
 *
 * @see https://docs.anza.xyz/implemented-proposals/durable-tx-nonces
 */
function findDurableNonce(message: SolanaMessage, accounts: readonly string[]): string | undefined {
  const [first] = message.instructions
  // Only the number counts for the network; the instruction may fail later.
  const isAdvance =
    first !== undefined &&
    accounts[first.program] === programs.system &&
    first.data.length >= 4 &&
    new DataView(first.data.buffer, first.data.byteOffset).getUint32(0, true) === advanceNonce
  return isAdvance ? (accounts[first.accounts[0] ?? 0] ?? 'unknown') : undefined
}
