import { RpcError, readProperty, rpcErrorCodes, toRpcError } from '@portico/protocol'
import { copyBytes } from '../parsing/bytes.ts'
import { readWire } from './readWire.ts'
import type { SolanaTransaction } from './SolanaProvider.ts'
import { transactionSources } from './transactionSources.ts'

/**
 * Returns the bytes of a transaction that an application passed, signed or not.
 *
 * @throws {RpcError} −32602 if it is not a Solana transaction.
 */
export function toBytes(transaction: SolanaTransaction): Uint8Array {
  const given = copyBytes(transaction)
  const bytes = given ?? copyBytes(serialize(transaction))
  if (bytes && readWire(bytes)) {
    if (!given) transactionSources.set(bytes, transaction as Exclude<SolanaTransaction, Uint8Array>)
    return bytes
  }
  throw new RpcError({
    rpcCode: rpcErrorCodes.invalidParams,
    message:
      'The value is not a Solana transaction. Pass a Transaction, a VersionedTransaction or its bytes, with payer and blockhash.',
  })
}

/**
 * Converts signed bytes to the form that the application passed: bytes, or an instance of the same class.
 *
 * @throws {RpcError} −32602 if the class has no method that deserializes bytes.
 */
export function fromBytes<T extends SolanaTransaction>(bytes: Uint8Array, like: T): T {
  if (copyBytes(like)) return bytes as T
  const type = readFunction(like, 'constructor')
  // `VersionedTransaction.deserialize` or `Transaction.from`.
  for (const name of ['deserialize', 'from']) {
    const read = readFunction(type, name)
    if (read) return Reflect.apply(read, type, [bytes]) as T
  }
  throw new RpcError({
    rpcCode: rpcErrorCodes.invalidParams,
    message: 'The class of this transaction cannot deserialize bytes. Pass the transaction as bytes.',
  })
}

function serialize(transaction: unknown): unknown {
  const write = readFunction(transaction, 'serialize')
  try {
    // Without these options, a legacy transaction throws if it is not signed yet.
    return (
      write && Reflect.apply(write, transaction, [{ requireAllSignatures: false, verifySignatures: false }])
    )
  } catch (error) {
    const failure = toRpcError(error, 'The transaction cannot be serialized.')
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidParams,
      message:
        'The transaction cannot be serialized. Check that it has a payer (feePayer) and a recent blockhash.',
      details: failure.details,
    })
  }
}

function readFunction(value: unknown, name: string): ((...values: unknown[]) => unknown) | undefined {
  const staticMember =
    typeof value === 'function' ? (value as unknown as Record<string, unknown>)[name] : undefined
  const member = staticMember ?? readProperty(value, name)
  return typeof member === 'function' ? (member as (...values: unknown[]) => unknown) : undefined
}
