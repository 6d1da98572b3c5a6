import type { CaipNetworkId } from '@portico/protocol'
import { Problem } from '../../infra/http/Problem.ts'
import type { FormattedEntry } from '../shared/activity/ActivityReader.ts'
import { createPageReader, listStart, type Page } from '../shared/activity/createPageReader.ts'
import type { Position } from '../shared/activity/cursor.ts'
import type { ActivityProvider } from '../shared/providers/ActivityProvider.ts'
import { type Esplora, EsploraRefusal } from './createEsplora.ts'
import { describeBitcoinTransaction } from './describeBitcoinTransaction.ts'
import { type BitcoinTransaction, transactionStatus, transactions } from './esploraSchemas.ts'

/** The block number of a position among pending transactions. */
const pendingHeight = -1

/** Provides the activity of Bitcoin addresses from Esplora: pending transactions first, then confirmed ones. */
export function bitcoinActivity({
  servers,
  now = Date.now,
}: {
  servers: ReadonlyMap<CaipNetworkId, Esplora>
  now?: () => number
}): ActivityProvider {
  async function read(server: Esplora, account: string, { anchor }: Position, deadline: number) {
    const list = (tail: string) =>
      server.ask({ path: `/address/${account}/txs${tail}`, schema: transactions }, { deadline })
    const isStart = anchor.hash === ''
    if (isStart || anchor.number === pendingHeight) {
      const all = await list('')
      const at = all.findIndex(({ txid }) => txid === anchor.hash)
      // The last entry has been confirmed or replaced since: skip pending entries, so that none appears twice.
      if (!isStart && at < 0) return all.filter(({ status }) => status.confirmed)
      return all.slice(at + 1)
    }
    try {
      const status = await server.ask(
        { path: `/tx/${anchor.hash}/status`, schema: transactionStatus },
        { deadline },
      )
      if (status.block_height !== anchor.number) throw new Problem('cursor-stale')
      return await list(`/chain/${anchor.hash}`)
    } catch (error) {
      if (error instanceof EsploraRefusal) throw new Problem('cursor-stale')
      throw error
    }
  }

  return {
    id: 'esplora',
    serves: (chain) => servers.has(chain),
    cost: 1,
    rate: null,
    async open({ chain, account, from = listStart, until, deadline }) {
      const server = servers.get(chain) as Esplora
      async function load(position: Position): Promise<Page> {
        const page = await read(server, account, position, deadline)
        const entries = page.map((transaction): FormattedEntry => {
          const seconds = Math.floor(now() / 1000)
          return {
            chain: server,
            ...describeBitcoinTransaction({ chain, account, transaction, now: seconds }),
            tokens: [undefined],
            after: positionOf(transaction),
          }
        })
        const last = page.at(-1)
        return { entries, next: last?.status.confirmed ? positionOf(last) : null }
      }
      return { reader: createPageReader({ from, load, until }), from }
    },
  }
}

function positionOf({ txid, status }: BitcoinTransaction): Position {
  const height = status.confirmed ? (status.block_height ?? 0) : pendingHeight
  return { block: Math.max(0, height), index: 0, anchor: { number: height, hash: txid } }
}
