import { createJsonRpc, type JsonRpc } from './createJsonRpc.ts'
import type { RpcRequestConfig } from './RpcRequestConfig.ts'

/** One for all requests without a configuration, so that those of several clients are sent as one batch. */
const callUsual = createJsonRpc()
const configured = new WeakMap<RpcRequestConfig, JsonRpc>()

/**
 * Sends a JSON-RPC request to one endpoint, without repeating it. `config` has precedence over the usual timeout and
 * batches; requests with the same `config` object are sent as one batch.
 *
 * @throws {RpcError} with the node's code.
 * @throws {HttpStatusError} for an error status without JSON-RPC.
 * @example
 * import { callJsonRpc } from '@portico/protocol'
 * const config = { timeout: 5000, fetchOptions: { headers: { 'x-api-key': 'key' } } }
 * await callJsonRpc({ url: 'https://rpc.example', method: 'eth_blockNumber', config })
 */
export function callJsonRpc({
  config,
  ...request
}: Parameters<JsonRpc>[0] & { config?: RpcRequestConfig | undefined }): Promise<unknown> {
  return (config ? getConfigured(config) : callUsual)(request)
}

function getConfigured(config: RpcRequestConfig): JsonRpc {
  const existing = configured.get(config)
  if (existing) return existing
  const { batch = true, timeout, fetchOptions } = config
  const sizes = typeof batch === 'object' ? batch : batch ? {} : { batchSize: 1 }
  const call = createJsonRpc({ ...sizes, timeout, fetchOptions })
  configured.set(config, call)
  return call
}
