import { RpcError, readProperty } from '@portico/protocol'
import { jsonRpcResponse } from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { Gateway } from '../../session/createGatewayAccess.ts'

/** The bundler of a network, as a CAIP-2 chain ID. */
export type OperationBundler = { gateway: Gateway; chainId: string }

/**
 * Sends a JSON-RPC call to the bundler of a network: user operations (ERC-7769) and those who pay for them (ERC-7677).
 *
 * @throws {RpcError} the bundler's error
 */
export async function askBundler(
  { gateway, chainId }: OperationBundler,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const path = `/v1/bundler?chainId=${encodeURIComponent(chainId)}`
  const answer = await gateway(path, { method: 'POST', body: { jsonrpc: '2.0', id: 1, method, params } })
  const response = z.parse(jsonRpcResponse, answer)
  if ('result' in response) return response.result
  const { code, message, data } = response.error
  throw new RpcError({ rpcCode: code, message, data })
}

/** The stable name of the reason why an operation was refused, such as `limit-reached`; undefined for other errors. */
export function refusalOf(error: unknown): string | undefined {
  const reason = error instanceof RpcError ? readProperty(error.data, 'reason') : undefined
  return typeof reason === 'string' ? reason : undefined
}
