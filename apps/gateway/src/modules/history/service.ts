import type { CaipNetworkId } from '@portico/protocol'
import type { HistoryCoverage, Transaction } from '@portico/protocol/gateway'
import type { Log } from '@portico/server'
import { RequestProblem } from '@portico/server'
import type { Network } from '../../families/Family.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import type { Indexer } from '../../indexer/createIndexer.ts'
import type { ActivityProvider } from '../../providers/ActivityProvider.ts'
import { firstSuccess } from '../../providers/firstSuccess.ts'
import type { Guarded } from '../../providers/guardAll.ts'
import type { ChainReader, Entry } from './createChainReader.ts'
import type { EntryWriter } from './createEntryWriter.ts'
import { type Places, readCursor, writeCursor } from './cursor.ts'

export type HistoryService = {
  /**
   * One page of an account's transactions, newest first, over one or several chains. A page may hold less than `limit`,
   * or nothing, and still have a `next`: what has been read in time is there, and the cursor goes on from that.
   *
   * @throws {HttpProblem} `cursor-stale` after a reorganisation of what was given out, `upstream-unavailable` if no chain
   * answers, `invalid-request` for a cursor that is not one of this list.
   */
  page(query: {
    chains: readonly Network[]
    account: string
    limit: number
    cursor: string | undefined
  }): Promise<{
    data: Transaction[]
    next: string | null
    missing: readonly CaipNetworkId[]
    coverage: HistoryCoverage
  }>
}

const patience = 9000
/** How long is searched for more if there is something to show, and if there is nothing yet. */
const search = { some: 600, none: 3500 }

/** Activity out of the index. */
export function createHistoryService({
  indexers,
  providers,
  writer,
  cursorSecret,
  log,
  now = Date.now,
}: {
  indexers: ReadonlyMap<CaipNetworkId, Indexer>
  /** In the order they are asked; the chain's own nodes last. */
  providers: readonly Guarded<ActivityProvider>[]
  writer: EntryWriter
  cursorSecret: Buffer
  log: Log
  now?: () => number
}): HistoryService {
  async function coverageOf(account: string, sources: ReadonlyMap<Network, ActivityProvider>) {
    const coverage: HistoryCoverage = {}
    for (const [chain, { id }] of sources) {
      const progress =
        id === 'chain'
          ? await indexers.get(chain.id)?.progress({ account })
          : ({ coins: 'indexer', backfilledTo: 0 } as const)
      if (progress) coverage[chain.id] = progress
    }
    return coverage
  }

  return {
    async page({ chains, account, limit, cursor }) {
      const start = now()
      const deadline = start + patience
      const filter = `${account}|${chains.map(({ id }) => id).join()}`
      const given = cursor === undefined ? undefined : readCursor({ cursor, filter, secret: cursorSecret })
      if (cursor !== undefined && !given) {
        const detail = 'Must be the `next` of the page before, asked with the same parameters.'
        throw new HttpProblem('invalid-request', {
          detail: `cursor: ${detail}`,
          errors: [{ pointer: 'cursor', detail }],
        })
      }
      // What is not in the cursor begins at the top again: a chain that did not answer for the pages before.
      const places: Places = { ...given }
      const missing = new Set<Network>()

      async function open(chain: Network): Promise<[Network, ChainReader] | undefined> {
        const known = places[chain.id]
        if (known === null) return undefined
        const until = (found: number) => start + (found + page.length > 0 ? search.some : search.none)
        const { value, provider } = await firstSuccess({
          providers,
          chain: chain.id,
          log,
          async ask(provider) {
            const opened = await provider.open({
              chain: chain.id,
              account,
              from: known,
              limit,
              until,
              deadline,
            })
            // Now, while another one can still be asked.
            await opened.reader.peek()
            return opened
          },
        })
        places[chain.id] = value.from
        sources.set(chain, provider)
        return [chain, value.reader]
      }

      const sources = new Map<Network, ActivityProvider>()
      const page: Entry[] = []
      const opened = await Promise.allSettled(chains.map(open))
      const readers = new Map<Network, ChainReader>()
      for (const [index, result] of opened.entries()) {
        if (result.status === 'fulfilled') {
          if (result.value) readers.set(...result.value)
        } else if (result.reason instanceof RequestProblem) throw result.reason
        else fail(chains[index] as Network, result.reason)
      }
      if (missing.size === chains.length) throw new HttpProblem('upstream-unavailable')

      function fail(chain: Network, error: unknown): void {
        log.warn({ chain: chain.id, error }, 'activity of a chain failed')
        missing.add(chain)
        sources.delete(chain)
        readers.delete(chain)
      }

      async function sealAll(): Promise<void> {
        for (const [chain, reader] of readers) {
          const place = places[chain.id]
          if (place) places[chain.id] = await reader.seal(place)
        }
      }

      while (page.length < limit && readers.size > 0) {
        const heads = await Promise.all(
          [...readers].map(async ([chain, reader]) => {
            try {
              return { chain, reader, next: await reader.peek() }
            } catch (error) {
              fail(chain, error)
              return undefined
            }
          }),
        )
        let newest: { entry: Entry; reader: ChainReader } | undefined
        let unread = false
        for (const head of heads) {
          if (!head) continue
          const { chain, reader, next } = head
          if (next.kind === 'end') {
            places[chain.id] = null
            readers.delete(chain)
          } else if (next.kind === 'unread') {
            places[chain.id] = next.after
            unread = true
          } else if (!newest || isNewer(next.entry, newest.entry)) newest = { entry: next.entry, reader }
        }
        // What a chain has not told yet may be newer than what the others have: the page ends here.
        if (unread || !newest) break
        newest.reader.take()
        places[newest.entry.chain.id] = newest.entry.after
        page.push(newest.entry)
      }
      const isRead = (chain: Network) => places[chain.id] === null
      // Nothing is left but what cannot be read now; an empty page would make clients ask for ever.
      const isStuck =
        page.length === 0 && missing.size > 0 && chains.every((chain) => isRead(chain) || missing.has(chain))
      if (isStuck && (cursor !== undefined || missing.size === chains.length))
        throw new HttpProblem('upstream-unavailable')

      const isAtEnd = missing.size === 0 && chains.every(isRead)
      if (!isAtEnd) await sealAll()
      return {
        data: await writer.write({ entries: page, account, deadline }),
        next: isAtEnd ? null : writeCursor({ places, filter, secret: cursorSecret }),
        missing: [...missing].map(({ id }) => id),
        coverage: await coverageOf(account, sources),
      }
    },
  }
}

function isNewer(a: Entry, b: Entry): boolean {
  return timeOf(a) > timeOf(b)
}

function timeOf(entry: Entry): number {
  return 'written' in entry ? entry.timestamp : entry.transaction.timestamp
}
