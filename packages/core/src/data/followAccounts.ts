import type { QueryClient } from '@tanstack/query-core'
import type { Kit } from '../kit.ts'
import { accountKey } from './accountKey.ts'
import { applyStreamEvent, streamEventNames } from './applyStreamEvent.ts'
import { openStream } from './openStream.ts'

/**
 * Delay before a change of the shown accounts is applied (ms), so that switching views does not reopen the stream.
 */
const graceMs = 2000
/** How long a page may be hidden before its stream is closed (ms). */
const hiddenMs = 60_000

/**
 * Keeps one stream of the gateway open for the accounts whose balances, activity or NFTs are shown. After a minute in
 * which the page is hidden the stream is closed; when the page is visible again, it is reopened and everything is
 * refetched.
 */
export function followAccounts(
  kit: Kit,
  client: QueryClient,
  // Passed, not imported: an import shared with the data layer would make the bundler create one more chunk, whose
  // name enlarges the first script of the page.
  { accountLists, url }: { accountLists: ReadonlySet<unknown>; url: URL },
): void {
  const cache = client.getQueryCache()
  /** Topics that the gateway rejected, because it does not serve the chain or has no stream. */
  const refused = new Set<string>()
  let stream: { topics: string; close(): void } | undefined
  let updateTimer: ReturnType<typeof setTimeout> | undefined
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined
  let isPaused = false

  /** Returns the accounts shown now, by `accountKey`. */
  function shownAccounts(): Map<string, string> {
    const accounts = new Map<string, string>()
    for (const query of cache.getAll()) {
      const [list, account] = query.queryKey as [unknown, string]
      // While no account is connected the key is `::`.
      if (accountLists.has(list) && /^[^:]+:[^:]+:[^:]+$/.test(account) && query.getObserversCount() > 0)
        accounts.set(accountKey(account), account)
    }
    return accounts
  }

  function refetchAll(): void {
    for (const list of accountLists) void client.invalidateQueries({ queryKey: [list] })
  }

  function close(): void {
    stream?.close()
    stream = undefined
  }

  function update(): void {
    clearTimeout(updateTimer)
    updateTimer = undefined
    const accounts = shownAccounts()
    const topics = [...accounts.keys()]
      .sort()
      .flatMap((account) => [`balances:${account}`, `activity:${account}`])
      .join()
    if (topics === stream?.topics) return
    close()
    if (topics === '' || isPaused || refused.has(topics)) return
    const opened = openStream(kit, {
      url,
      topics,
      events: streamEventNames,
      onEvent: (name, data) => applyStreamEvent(client, accounts, name, data, refetchAll),
      onRefused() {
        refused.add(topics)
        stream = undefined
      },
    })
    stream = { topics, close: opened.close }
  }

  cache.subscribe(({ type, query }) => {
    if ((type !== 'observerAdded' && type !== 'observerRemoved') || !accountLists.has(query.queryKey[0]))
      return
    updateTimer ??= setTimeout(update, stream ? graceMs : 0)
  })

  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiddenTimer)
    if (document.visibilityState === 'hidden') {
      hiddenTimer = setTimeout(() => {
        isPaused = true
        close()
      }, hiddenMs)
    } else if (isPaused) {
      isPaused = false
      update()
      refetchAll()
    }
  })
  update()
}
