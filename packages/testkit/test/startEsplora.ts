import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hex } from '@scure/base'
import { Transaction } from '@scure/btc-signer'

/**
 * Starts an Esplora API on a free port that has one unspent output for each given address and accepts every
 * transaction.
 */
export async function startEsplora(
  coins: Readonly<Record<string, number>>,
): Promise<{ url: string; sent: string[]; stop(): void }> {
  const sent: string[] = []
  const server = createServer((request, response) => {
    const { url = '' } = request
    const address = /^\/address\/(\w+)\/utxo$/.exec(url)?.[1]
    if (address) {
      const value = coins[address]
      const list =
        value === undefined ? [] : [{ txid: 'cc'.repeat(32), vout: 0, value, status: { confirmed: true } }]
      response.end(JSON.stringify(list))
    } else if (url === '/fee-estimates') response.end('{"1":5,"6":2}')
    else if (url === '/tx') {
      let body = ''
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => {
        sent.push(body)
        response.end(Transaction.fromRaw(hex.decode(body)).id)
      })
    } else response.writeHead(404).end('Not found')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, sent, stop: () => void server.close() }
}
