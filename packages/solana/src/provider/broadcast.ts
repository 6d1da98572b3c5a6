import type { Endpoint } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { base58, base64 } from '@scure/base'
import { createClient } from '../assets/createClient.ts'
import { readList } from '../parsing/readList.ts'
import type { SendOptions } from './SolanaProvider.ts'

/**
 * Sends a signed transaction to the endpoints of a network, which must serve this network.
 *
 * @returns the transaction ID: the transaction's first signature, not the value that the node returns.
 * @throws {RpcError} with the node's code; −32603 if no endpoint responded.
 */
export async function broadcast({
  wire,
  options,
  ...endpoint
}: Endpoint & {
  wire: Uint8Array
  options: SendOptions
}): Promise<string> {
  const client = createClient(endpoint)
  // The first byte is the number of signatures; the first signature follows.
  const id = base58.encode(wire.subarray(1, 65))
  try {
    const params = [base64.encode(wire), { ...options, encoding: 'base64' }]
    await client.request({ method: 'sendTransaction', params })
  } catch (error) {
    // Perhaps only the response was lost. An error would make the user pay twice, so check whether the node has it.
    const response = await client
      .request({ method: 'getSignatureStatuses', params: [[id]] })
      .catch(() => undefined)
    if (!readList(readProperty(response, 'value'))[0]) throw error
  }
  return id
}
