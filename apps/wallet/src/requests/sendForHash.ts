import type { Hex } from 'viem'
import { readTransactionHash } from './operations/readTransactionHash.ts'
import { sendTransaction } from './sendTransaction.ts'

/**
 * Sends a transaction, as `sendTransaction` does, and returns the hash of the one that is broadcast: its own, or that of the bundler's
 * transaction with the user operation.
 *
 * @throws {RpcError} -32000 if the operation is in no transaction after a minute
 */
export async function sendForHash(...parameters: Parameters<typeof sendTransaction>): Promise<Hex> {
  const { hash, operation } = await sendTransaction(...parameters)
  const [, { chainId, context }] = parameters
  return operation ? readTransactionHash({ ...context, chainId }, operation) : hash
}
