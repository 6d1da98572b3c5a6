/** The kinds of results, see {@link classifyRpcResult}. */
export type RpcResultKind = 'transactionHash' | 'signature-or-hash' | 'object'

/**
 * Classifies the result of an unsafe request by its format: `0x` and 64 hex digits is a transaction hash, `0x` and 62
 * or more hex digits is a signature or another hash, anything else is an object.
 *
 * @example
 * import { classifyRpcResult } from '@portico/protocol'
 * classifyRpcResult('0x' + 'ab'.repeat(32)) // 'transactionHash'
 */
export function classifyRpcResult(value: unknown): RpcResultKind {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{62,}$/.test(value)) return 'object'
  return value.length === 66 ? 'transactionHash' : 'signature-or-hash'
}
