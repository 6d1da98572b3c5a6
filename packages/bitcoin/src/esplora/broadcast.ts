import type { Endpoint } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { hex } from '@scure/base'
import { requestEsplora } from './requestEsplora.ts'

/**
 * Sends a final transaction through an Esplora API.
 *
 * @param parameters.id the ID of the transaction, not what the API returns
 * @throws {RpcError} −32603 if no API accepted it
 */
export async function broadcast({
  transaction,
  id,
  ...source
}: {
  urls: readonly string[]
  customUrls?: Endpoint['customUrls']
  transaction: Uint8Array
  id: string
}): Promise<void> {
  try {
    await requestEsplora({ ...source, path: '/tx', body: hex.encode(transaction) })
  } catch (error) {
    // Perhaps only the response was lost. An error would make the user pay twice, so check whether the API has it.
    const stored = await requestEsplora({ ...source, path: `/tx/${id}` }).catch(() => undefined)
    if (readProperty(stored, 'txid') !== id) throw error
  }
}
