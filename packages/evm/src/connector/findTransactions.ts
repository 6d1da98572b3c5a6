import { classifyRpcResult, readProperty } from '@portico/protocol'
import { parseChainId } from '../parsing/parseChainId.ts'

/** A transaction that left through a wallet; `chainId` where the request or the answer names it. */
export interface SentTransaction {
  hash: string
  chainId: number | undefined
}

/**
 * The transactions an answer of a wallet speaks of: the hash of `eth_sendTransaction`; for `wallet_sendCalls`,
 * whose id is no hash, those of the capability `caip345` or of the receipts in a later `wallet_getCallsStatus`.
 * Never throws.
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
