import { base58 } from '@scure/base'
import type { AccountFlags } from './collectAccounts.ts'
import { encodeCount } from './encodeCount.ts'
import type { Instruction } from './Instruction.ts'

/** The network accepts transactions of at most 1232 bytes. */
const maxTransactionBytes = 1232
const signatureBytes = 64

const version0 = 0x80

/**
 * Encodes a legacy message, or one of version 0 if there are lookups.
 *
 * @param accounts those that the message itself contains, in order
 * @param lookups the accounts in lookup tables, in order, and their places there, encoded
 * @throws {RangeError} if the network would not accept so long a transaction
 */
export function encodeMessage(
  accounts: readonly (readonly [string, AccountFlags])[],
  instructions: readonly Instruction[],
  blockhash: string,
  lookups?: { addresses: readonly string[]; places: readonly number[] },
): Uint8Array {
  const keys = [...accounts.map(([address]) => address), ...(lookups?.addresses ?? [])]
  const countOf = (isCounted: (flags: AccountFlags) => boolean) =>
    accounts.filter(([, flags]) => isCounted(flags)).length
  const signers = countOf(({ isSigner }) => isSigner)

  const message = Uint8Array.from([
    ...(lookups ? [version0] : []),
    signers,
    countOf(({ isSigner, isWritable }) => isSigner && !isWritable),
    countOf(({ isSigner, isWritable }) => !isSigner && !isWritable),
    ...encodeCount(accounts.length),
    ...accounts.flatMap(([address]) => [...base58.decode(address)]),
    ...base58.decode(blockhash),
    ...encodeCount(instructions.length),
    ...instructions.flatMap(({ program, accounts: used, data }) => [
      keys.indexOf(program),
      ...encodeCount(used.length),
      ...used.map(({ address }) => keys.indexOf(address)),
      ...encodeCount(data.length),
      ...data,
    ]),
    ...(lookups?.places ?? []),
  ])
  // 256 accounts would be longer, so that the number of each fits into a byte.
  if (1 + signers * signatureBytes + message.length > maxTransactionBytes)
    throw new RangeError('The transaction is too long.')
  return message
}
