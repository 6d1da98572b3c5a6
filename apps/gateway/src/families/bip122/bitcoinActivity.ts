import type { CaipNetworkId } from '@portico/protocol'
import { HttpProblem } from '../../http/HttpProblem.ts'
import type { WrittenEntry } from '../../modules/history/createChainReader.ts'
import type { Place } from '../../modules/history/cursor.ts'
import type { ActivityProvider } from '../../providers/ActivityProvider.ts'
import { createPageReader, type Page, top } from '../createPageReader.ts'
import { type Esplora, EsploraRefusal } from './createEsplora.ts'
import { describeBitcoinTransaction } from './describeBitcoinTransaction.ts'
import { type BitcoinTransaction, transactionStatus, transactions } from './esploraSchemas.ts'

/** The height that stands in a place for "not in a block". */
const waiting = -1

/** Activity of Bitcoin addresses: what waits first, then what is confirmed, a page of the server at a time. */
export function bitcoinActivity({
  servers,
  now = Date.now,
}: {
  servers: ReadonlyMap<CaipNetworkId, Esplora>
  now?: () => number
}): ActivityProvider {
  async function read(server: Esplora, account: string, { anchor }: Place, deadline: number) {
    const list = (tail: string) =>
      server.ask({ path: `/address/${account}/txs${tail}`, schema: transactions }, { deadline })
    const isTop = anchor.hash === ''
    if (isTop || anchor.number === waiting) {
      const all = await list('')
      const at = all.findIndex(({ txid }) => txid === anchor.hash)
      // What was given out last is in a block by now, or was replaced: what still waits is not shown twice.
      if (!isTop && at < 0) return all.filter(({ status }) => status.confirmed)
      return all.slice(at + 1)
    }
    try {
      const status = await server.ask(
        { path: `/tx/${anchor.hash}/status`, schema: transactionStatus },
        { deadline },
      )
      if (status.block_height !== anchor.number) throw new HttpProblem('cursor-stale')
      return await list(`/chain/${anchor.hash}`)
    } catch (error) {
      if (error instanceof EsploraRefusal) throw new HttpProblem('cursor-stale')
      throw error
    }
  }

  return {
    id: 'esplora',
    serves: (chain) => servers.has(chain),
    cost: 1,
    rate: null,
    async open({ chain, account, from = top, until, deadline }) {
      const server = servers.get(chain) as Esplora
      async function load(place: Place): Promise<Page> {
        const page = await read(server, account, place, deadline)
        const entries = page.map((transaction): WrittenEntry => {
          const seconds = Math.floor(now() / 1000)
          return {
            chain: server,
            ...describeBitcoinTransaction({ chain, account, transaction, now: seconds }),
            after: placeOf(transaction),
          }
        })
        const last = page.at(-1)
        return { entries, next: last?.status.confirmed ? placeOf(last) : null }
      }
      return { reader: createPageReader({ from, load, until }), from }
    },
  }
}

function placeOf({ txid, status }: BitcoinTransaction): Place {
  const height = status.confirmed ? (status.block_height ?? 0) : waiting
  return { block: Math.max(0, height), index: 0, anchor: { number: height, hash: txid } }
}
