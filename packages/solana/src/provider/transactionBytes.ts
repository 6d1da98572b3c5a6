import { RpcError, readProperty, rpcErrorCodes, toRpcError } from '@portico/protocol'
import { copyBytes } from '../parsing/bytes.ts'
import { readWire } from './readWire.ts'
import type { SolanaTransaction } from './SolanaProvider.ts'

/**
 * The wire of a transaction as an application has it, signed or not.
 *
 * @throws {RpcError} −32602 for what is no transaction of Solana.
 */
export function toBytes(transaction: SolanaTransaction): Uint8Array {
  const bytes = copyBytes(transaction) ?? copyBytes(serialize(transaction))
  if (bytes && readWire(bytes)) return bytes
  throw new RpcError({
    rpcCode: rpcErrorCodes.invalidParams,
    message:
      'This is no transaction of Solana. Pass a Transaction, a VersionedTransaction or the bytes of one, with payer and blockhash.',
  })
}

/**
 * Signed bytes in the form the application gave: bytes, or its own class.
 *
 * @throws {RpcError} −32602 where the class does not read bytes.
 */
export function fromBytes<T extends SolanaTransaction>(bytes: Uint8Array, like: T): T {
  if (copyBytes(like)) return bytes as T
  const type = readFunction(like, 'constructor')
  // `VersionedTransaction.deserialize`, `Transaction.from`: each class has its own.
  for (const name of ['deserialize', 'from']) {
    const read = readFunction(type, name)
    if (read) return Reflect.apply(read, type, [bytes]) as T
  }
  throw new RpcError({
    rpcCode: rpcErrorCodes.invalidParams,
    message: 'The class of this transaction cannot read bytes. Pass the bytes themselves.',
  })
}

function serialize(transaction: unknown): unknown {
  const write = readFunction(transaction, 'serialize')
  try {
    // A legacy one refuses to be written before it is signed, unless it is told otherwise.
    return (
      write && Reflect.apply(write, transaction, [{ requireAllSignatures: false, verifySignatures: false }])
    )
  } catch (error) {
    const failure = toRpcError(error, 'The transaction cannot be written.')
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidParams,
      message: 'The transaction cannot be written. Has it a payer (feePayer) and a recent blockhash?',
      details: failure.details,
    })
  }
}

function readFunction(value: unknown, name: string): ((...values: unknown[]) => unknown) | undefined {
  const holder = typeof value === 'function' ? (value as unknown as Record<string, unknown>)[name] : undefined
  const found = holder ?? readProperty(value, name)
  return typeof found === 'function' ? (found as (...values: unknown[]) => unknown) : undefined
}
