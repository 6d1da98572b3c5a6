import { readProperty, toRpcError } from '@portico/protocol'
import type { Commitment } from '../solana.ts'
import type { SolanaConnection, SolanaTransaction } from './SolanaProvider.ts'
import { toPublicKey } from './toPublicKey.ts'

/**
 * Gives a legacy `Transaction` what sending needs and it has not: payer, recent blockhash, and the signatures of other
 * signers, as applications know it from wallet libraries. Anything else is left as it is.
 *
 * @throws {RpcError} where the connection tells no blockhash.
 */
export async function fillIn({
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
  legacy.feePayer ??= keyOf(payer, transaction)
  if (legacy.recentBlockhash === undefined && connection.getLatestBlockhash) {
    try {
      legacy.recentBlockhash = (await connection.getLatestBlockhash(commitment)).blockhash
    } catch (error) {
      throw toRpcError(error, 'The connection told no recent blockhash.')
    }
  }
  if (signers.length > 0 && typeof legacy.partialSign === 'function') {
    Reflect.apply(legacy.partialSign, transaction, signers)
  }
}

/** A key of the application's own class where an instruction shows one: the library asks its keys more than ours can tell. */
function keyOf(payer: string, transaction: object): unknown {
  const instructions = readProperty(transaction, 'instructions')
  const example = readProperty(readProperty(instructions, '0'), 'programId')
  const type = readProperty(example, 'constructor')
  return typeof type === 'function' && type !== Object ? Reflect.construct(type, [payer]) : toPublicKey(payer)
}
