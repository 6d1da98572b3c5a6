import { base58 } from '@scure/base'
import {
  type CompiledTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type Transaction,
} from '@solana/kit'

export interface CompiledInstruction {
  programIdIndex: number
  accounts: number[]
  data: Uint8Array
}

/** A parsed transaction with its wire bytes. */
export interface WireTransaction {
  wire: Uint8Array
  transaction: Transaction
  signatures: string[]
  version: 'legacy' | 0
  header: {
    numRequiredSignatures: number
    numReadonlySignedAccounts: number
    numReadonlyUnsignedAccounts: number
  }
  /** Accounts in the transaction itself, without those of lookup tables. */
  staticKeys: string[]
  lookups: { table: string; writable: number[]; readonly: number[] }[]
  recentBlockhash: string
  instructions: CompiledInstruction[]
}

/** Size limit of a network packet. */
const maxWireBytes = 1_232

/**
 * Parses a transaction.
 *
 * @throws Error if the bytes are not a transaction in its canonical encoding
 */
export function readTransaction(wire: Uint8Array): WireTransaction {
  if (wire.length > maxWireBytes) throw new Error(`too large: ${wire.length} bytes (max: ${maxWireBytes})`)
  const transaction = getTransactionDecoder().decode(wire)
  const reencoded = getTransactionEncoder().encode(transaction)
  if (!isEqual(reencoded, wire)) throw new Error('not in the canonical encoding')
  const message = readMessage(new Uint8Array(transaction.messageBytes))
  const signatures = Object.values(transaction.signatures).map((signature) =>
    base58.encode(signature ? new Uint8Array(signature) : new Uint8Array(64)),
  )
  if (signatures.length === 0) throw new Error('no signature')
  return { wire, transaction, signatures, ...message }
}

/** Parses the signed part of a transaction. Throws an Error if it is invalid. */
export function readMessage(bytes: Uint8Array): Omit<WireTransaction, 'wire' | 'transaction' | 'signatures'> {
  const message = getCompiledTransactionMessageDecoder().decode(bytes) as CompiledTransactionMessage & {
    lifetimeToken: string
  }
  if (message.version !== 'legacy' && message.version !== 0)
    throw new Error(`version ${message.version} is not supported`)
  // litesvm aborts the process on non-minimal lengths and trailing bytes.
  if (!isEqual(getCompiledTransactionMessageEncoder().encode(message), bytes))
    throw new Error('not in the canonical encoding')
  const { header, staticAccounts, version, instructions } = message
  const lookups =
    'addressTableLookups' in message
      ? (message.addressTableLookups ?? []).map(
          ({ lookupTableAddress, writableIndexes, readonlyIndexes }) => ({
            table: lookupTableAddress as string,
            writable: [...writableIndexes],
            readonly: [...readonlyIndexes],
          }),
        )
      : []
  const count =
    staticAccounts.length + lookups.reduce((sum, one) => sum + one.writable.length + one.readonly.length, 0)
  if (header.numSignerAccounts === 0 || header.numSignerAccounts > staticAccounts.length)
    throw new Error('the header does not match the accounts')
  for (const { programAddressIndex, accountIndices = [] } of instructions) {
    if (programAddressIndex >= staticAccounts.length || accountIndices.some((index) => index >= count))
      throw new Error('an instruction refers to an account index that does not exist')
  }
  return {
    version,
    header: {
      numRequiredSignatures: header.numSignerAccounts,
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
    },
    staticKeys: staticAccounts.map(String),
    lookups,
    recentBlockhash: message.lifetimeToken,
    instructions: instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
      programIdIndex: programAddressIndex,
      accounts: [...accountIndices],
      data: data ? new Uint8Array(data) : new Uint8Array(),
    })),
  }
}

function isEqual(one: ArrayLike<number>, other: Uint8Array): boolean {
  return one.length === other.length && other.every((byte, index) => byte === one[index])
}
