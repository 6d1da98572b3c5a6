import type { Network } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { base58, base64 } from '@scure/base'
import { createClient } from '../assets/createClient.ts'
import { readList } from '../parsing/readList.ts'
import type { SendOptions } from './SolanaProvider.ts'

/**
 * Hands a signed transaction to the network's own endpoints, each of which must serve that very network.
 *
 * @returns the transaction's id: its own first signature, as what a node calls it is the node's word.
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
  // After the number of signatures, one byte, comes the first.
  const id = base58.encode(wire.subarray(1, 65))
  try {
    const params = [base64.encode(wire), { ...options, encoding: 'base64' }]
    await client.request({ method: 'sendTransaction', params })
  } catch (error) {
    // Perhaps only the answer was lost, and whoever is told of a failure pays once more. A node that took it knows it.
    const known = await client
      .request({ method: 'getSignatureStatuses', params: [[id]] })
      .catch(() => undefined)
    if (!readList(readProperty(known, 'value'))[0]) throw error
  }
  return id
}
