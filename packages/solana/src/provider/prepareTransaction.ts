import { readProperty, toRpcError } from '@portico/protocol'
import type { Commitment } from '../Commitment.ts'
import type { SolanaConnection, SolanaTransaction } from './SolanaProvider.ts'
import { toPublicKey } from './toPublicKey.ts'

/**
 * Sets the payer and the recent blockhash of a legacy `Transaction` if they are missing, and adds the signatures of other
 * signers. A versioned transaction only gets the signatures. Serialized transactions are not changed.
 *
 * @throws {RpcError} if the connection returns no blockhash.
 */
export async function prepareTransaction({
  transaction,
  connection,
  payer,
  commitment,
  signers = [],
}: {
  transaction: SolanaTransaction
  connection: SolanaConnection
  payer: string
  commitment: Commitment
  signers?: readonly unknown[] | undefined
}): Promise<void> {
  if (readProperty(transaction, 'version') !== undefined) {
    const sign = readProperty(transaction, 'sign')
    if (signers.length > 0 && typeof sign === 'function') Reflect.apply(sign, transaction, [signers])
    return
  }
  if (!(typeof transaction === 'object' && 'instructions' in transaction)) return
  const legacy = transaction as { feePayer?: unknown; recentBlockhash?: unknown; partialSign?: unknown }
  legacy.feePayer ??= createPublicKey(payer, transaction)
  if (legacy.recentBlockhash === undefined && connection.getLatestBlockhash) {
    try {
      legacy.recentBlockhash = (await connection.getLatestBlockhash(commitment)).blockhash
    } catch (error) {
      throw toRpcError(error, 'The connection returned no recent blockhash.')
    }
  }
  if (signers.length > 0 && typeof legacy.partialSign === 'function') {
    Reflect.apply(legacy.partialSign, transaction, signers)
  }
}

/**
 * Creates the payer's public key, with the application's own class if an instruction has an example of it: the library
 * needs more methods than those of `toPublicKey`.
 */
function createPublicKey(payer: string, transaction: object): unknown {
  const instructions = readProperty(transaction, 'instructions')
  const example = readProperty(readProperty(instructions, '0'), 'programId')
  const type = readProperty(example, 'constructor')
  return typeof type === 'function' && type !== Object ? Reflect.construct(type, [payer]) : toPublicKey(payer)
}
