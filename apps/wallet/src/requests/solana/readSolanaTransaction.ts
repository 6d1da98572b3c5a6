import { RequestRefusedError } from '../RequestRefusedError.ts'
import { createByteReader } from './createByteReader.ts'
import { readSolanaMessage } from './readSolanaMessage.ts'
import type { SolanaTransaction } from './SolanaTransaction.ts'

/** The network accepts no larger packets. */
const maxBytes = 1232

/**
 * Parses a transaction that the account is to sign.
 *
 * @param address the account, which must be one of the signers
 * @throws {RequestRefusedError} if the bytes are not exactly one transaction
 */
export function readSolanaTransaction(wire: Uint8Array, address: string): SolanaTransaction {
  if (wire.length > maxBytes) refuse('A transaction has at most 1232 bytes.')
  const transaction = parse(wire)
  const { message, signatures } = transaction
  if (signatures.length !== message.signerCount)
    refuse('The number of signatures does not match the number of signers.')
  if (!message.accounts.slice(0, message.signerCount).includes(address))
    refuse('This transaction needs no signature of the account that is connected.')
  return transaction
}

function parse(wire: Uint8Array): SolanaTransaction {
  try {
    const reader = createByteReader(wire)
    const signatures = Array.from({ length: reader.count() }, () => reader.take(64))
    const bytes = wire.slice(reader.position())
    return { wire, signatures, message: { ...readSolanaMessage(bytes), bytes } }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return refuse(`This is not a Solana transaction. ${error.message}`)
  }
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}
