import { classifyRpcResult, readProperty } from '@portico/protocol'
import { parseChainId } from '../parsing/parseChainId.ts'

/** A transaction sent through a wallet. `chainId` is set if the request or the result contains it. */
export interface SentTransaction {
  hash: string
  chainId: number | undefined
}

/**
 * Returns the transactions in the result of a wallet request. `eth_sendTransaction` returns the hash. The ID returned
 * by `wallet_sendCalls` is not a hash: the hashes are in its capability `caip345`, or in the receipts of a later
 * `wallet_getCallsStatus`. Never throws.
 *
 * @see https://eips.ethereum.org/EIPS/eip-5792
 * @see https://chainagnostic.org/CAIPs/caip-345
 */
export function findTransactions(request: unknown, result: unknown): SentTransaction[] {
  const call = read(request, 'params', '0')
  const method = read(request, 'method')
  const find = typeof method === 'string' && Object.hasOwn(finders, method) ? finders[method] : undefined
  if (!find) return []
  const chainId = parseChainId(read(result, 'chainId')) ?? parseChainId(read(call, 'chainId'))
  return find(result)
    .filter((hash) => classifyRpcResult(hash) === 'transactionHash')
    .map((hash) => ({ hash: hash as string, chainId }))
}

const finders: Record<string, ((result: unknown) => unknown[]) | undefined> = {
  eth_sendTransaction: (result) => [result],
  wallet_sendCalls: (result) => first10(read(result, 'capabilities', 'caip345', 'transactionHashes')),
  wallet_getCallsStatus: (result) =>
    first10(read(result, 'receipts')).map((receipt) => read(receipt, 'transactionHash')),
}

function first10(list: unknown): unknown[] {
  return Array.from({ length: 10 }, (_, index) => read(list, String(index)))
}

function read(value: unknown, ...path: string[]): unknown {
  return path.reduce(readProperty, value)
}
