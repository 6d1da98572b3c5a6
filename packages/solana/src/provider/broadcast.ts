import type { Network } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { base64 } from '@scure/base'
import { createClient } from '../assets/createClient.ts'
import { base58Bytes } from '../parsing/bytes.ts'
import type { SendOptions } from './SolanaProvider.ts'

/**
 * Hands a signed transaction to the network's own endpoints, each of which must serve that very network.
 *
 * @returns the transaction's id.
 * @throws {RpcError} with the node's code; −32603 where none answered.
 */
export async function broadcast({
  network,
  wire,
  options,
}: {
  network: Network
  wire: Uint8Array
  options: SendOptions
}): Promise<string> {
  const client = createClient({ network, urls: network.rpcUrls.default?.http ?? [] })
  const params = [base64.encode(wire), { ...options, encoding: 'base64' }]
  const hash = await client.request({ method: 'sendTransaction', params })
  if (base58Bytes(hash, 64)) return hash as string
  throw new RpcError({
    rpcCode: rpcErrorCodes.internalError,
    message: 'The node answered something that is not the id of a transaction.',
  })
}
