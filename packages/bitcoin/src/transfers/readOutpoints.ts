import type { Endpoint } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { requestEsplora } from '../esplora/requestEsplora.ts'
import { readList } from '../parsing/readList.ts'
import { formatOutpoints } from './outpoints.ts'

/**
 * Reads which outputs a transaction spends.
 *
 * @throws {RpcError} −32603 if no API knows it
 */
export async function readOutpoints({
  hash,
  ...source
}: {
  urls: readonly string[]
  customUrls?: Endpoint['customUrls']
  hash: string
}): Promise<string> {
  const transaction = await requestEsplora({ ...source, path: `/tx/${hash}` })
  const inputs = readList(readProperty(transaction, 'vin'))
  return formatOutpoints(
    inputs.map((input) => ({
      txid: String(readProperty(input, 'txid')),
      vout: Number(readProperty(input, 'vout')),
    })),
  )
}
