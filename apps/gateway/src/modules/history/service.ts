import type { CaipNetworkId } from '@portico/protocol'
import type { HistoryCoverage, Transaction } from '@portico/protocol/gateway'
import { isDatabaseUnreachable, type Log } from '@portico/server'
import type { Indexer } from '../../chains/evm/indexer/Indexer.ts'
import type { IndexJobs } from '../../chains/evm/indexer/jobs/IndexJobs.ts'
import type { ActivityReader, Entry } from '../../chains/shared/activity/ActivityReader.ts'
import { type Positions, readCursor, writeCursor } from '../../chains/shared/activity/cursor.ts'
import type { Network } from '../../chains/shared/Network.ts'
import type { ActivityProvider } from '../../chains/shared/providers/ActivityProvider.ts'
import { firstSuccess } from '../../chains/shared/providers/firstSuccess.ts'
import type { ProtectedProvider } from '../../chains/shared/providers/withCircuitBreakers.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { upstreamUnavailable } from '../../infra/http/upstreamUnavailable.ts'
import type { EntryWriter } from './createEntryWriter.ts'

export type HistoryService = {
  /**
   * Returns one page of an account's transactions, newest first, over one or several chains. A page may have fewer than
   * `limit` entries, or none, and still have a `next`: it contains what could be read in time.
   *
   * @throws {Problem} `cursor-stale` if a reorganisation replaced transactions of earlier pages, `upstream-unavailable`
   * if no chain can be read, `invalid-request` for a cursor of another list.
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

const readTimeoutMs = 9000
/**
 * Milliseconds to search for more entries: `some` once the page has an entry, `none` while it is empty, less if the search goes on
 * in the background.
 */
const searchMs = { some: 600, none: 3500, noneInBackground: 900 }

/** Creates the service that merges the activity of several chains into one list. */
export function createHistoryService({
  indexers,
  jobs,
  providers,
  writer,
  cursorSecret,
  log,
  now = Date.now,
}: {
  indexers: ReadonlyMap<CaipNetworkId, Indexer>
  /** Undefined if nothing is read in the background. */
  jobs: Pick<IndexJobs, 'isReading'> | undefined
  /** In order of preference; the chain's own nodes come last. */
  providers: readonly ProtectedProvider<ActivityProvider>[]
  writer: EntryWriter
  cursorSecret: Buffer
  log: Log
  now?: () => number
}): HistoryService {
  const emptyMs = jobs ? searchMs.noneInBackground : searchMs.none

  async function coverageOf(account: string, sources: ReadonlyMap<Network, ActivityProvider>) {
    const coverage: HistoryCoverage = {}
    for (const [chain, { id }] of sources) {
      const progress =
        id === 'chain'
          ? await indexers.get(chain.id)?.progress({ account })
          : ({ coins: 'indexer', backfilledTo: 0 } as const)
      if (!progress) continue
      const isReading = progress.backfilledTo > 0 && (await jobs?.isReading({ chain: chain.id, account }))
      coverage[chain.id] = { ...progress, ...(isReading ? { isCompleting: true } : {}) }
    }
    return coverage
  }

  return {
    async page({ chains, account, limit, cursor }) {
      const start = now()
      const deadline = start + readTimeoutMs
      const filter = `${account}|${chains.map(({ id }) => id).join()}`
      const cursorPositions =
        cursor === undefined ? undefined : readCursor({ cursor, filter, secret: cursorSecret })
      if (cursor !== undefined && !cursorPositions) {
        const detail = 'Must be the `next` of the previous page, sent with the same parameters.'
        throw new Problem('invalid-request', {
          detail: `cursor: ${detail}`,
          errors: [{ pointer: 'cursor', detail }],
        })
      }
      // A chain that is not in the cursor, because it failed on earlier pages, starts at its newest entry.
      const positions: Positions = { ...cursorPositions }
      const missing = new Set<Network>()
      const reasons: unknown[] = []

      async function open(chain: Network): Promise<[Network, ActivityReader] | undefined> {
        const position = positions[chain.id]
        if (position === null) return undefined
        const until = (found: number) => start + (found + page.length > 0 ? searchMs.some : emptyMs)
        const { value, provider } = await firstSuccess({
          providers,
          chain: chain.id,
          log,
          async ask(provider) {
            const opened = await provider.open({
              chain: chain.id,
              account,
              from: position,
              limit,
              until,
              deadline,
            })
            // Read the first entry now, while another provider can still be used.
            await opened.reader.peek()
            return opened
          },
        })
        positions[chain.id] = value.from
        sources.set(chain, provider)
        return [chain, value.reader]
      }

      const sources = new Map<Network, ActivityProvider>()
      const page: Entry[] = []
      const opened = await Promise.allSettled(chains.map(open))
      const readers = new Map<Network, ActivityReader>()
      for (const [index, result] of opened.entries()) {
        if (result.status === 'fulfilled') {
          if (result.value) readers.set(...result.value)
        } else if (result.reason instanceof Problem) throw result.reason
        else fail(chains[index] as Network, result.reason)
      }
      if (missing.size === chains.length) throw upstreamUnavailable(reasons)

      function fail(chain: Network, error: unknown): void {
        if (!isDatabaseUnreachable(error)) log.warn({ chain: chain.id, error }, 'activity of a chain failed')
        reasons.push(error)
        missing.add(chain)
        sources.delete(chain)
        readers.delete(chain)
      }

      async function resolvePositions(): Promise<void> {
        for (const [chain, reader] of readers) {
          const position = positions[chain.id]
          if (position) positions[chain.id] = await reader.resolvePosition(position)
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
        let newest: { entry: Entry; reader: ActivityReader } | undefined
        let unread = false
        for (const head of heads) {
          if (!head) continue
          const { chain, reader, next } = head
          if (next.kind === 'end') {
            positions[chain.id] = null
            readers.delete(chain)
          } else if (next.kind === 'incomplete') {
            positions[chain.id] = next.after
            unread = true
          } else if (!newest || isNewer(next.entry, newest.entry)) newest = { entry: next.entry, reader }
        }
        // Entries that a chain has not read yet may be newer than those of the other chains, so the page ends here.
        if (unread || !newest) break
        newest.reader.take()
        positions[newest.entry.chain.id] = newest.entry.after
        page.push(newest.entry)
      }
      const isRead = (chain: Network) => positions[chain.id] === null
      // Only failed chains are left. An empty page with a cursor would make clients request pages forever.
      const isStuck =
        page.length === 0 && missing.size > 0 && chains.every((chain) => isRead(chain) || missing.has(chain))
      if (isStuck && (cursor !== undefined || missing.size === chains.length))
        throw upstreamUnavailable(reasons)

      const isAtEnd = missing.size === 0 && chains.every(isRead)
      if (!isAtEnd) await resolvePositions()
      return {
        data: await writer.write({ entries: page, account, deadline }),
        next: isAtEnd ? null : writeCursor({ positions, filter, secret: cursorSecret }),
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
