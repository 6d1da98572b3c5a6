import type { QueryClient } from '@tanstack/query-core'
import type { Kit } from '../kit.ts'
import { accountKey } from './accountKey.ts'
import { applyStreamEvent, streamEventNames } from './applyStreamEvent.ts'
import { openStream } from './openStream.ts'

/** Views come and go: a stream is not closed between two of them. */
const graceMs = 2000
/** How long a page may be hidden before its stream is closed. */
const hiddenMs = 60_000

/**
 * Follows the accounts whose balances, activity or NFTs are shown, as long as they are, over one stream. A page that was
 * hidden for a minute closes it, and reads everything again when it is back.
 */
export function followAccounts(
  kit: Kit,
  client: QueryClient,
  // Given, not imported: what this chunk shared with the data layer would be one more chunk, and the page's first script
  // lists them all.
  { accountLists, url }: { accountLists: ReadonlySet<unknown>; url: URL },
): void {
  const cache = client.getQueryCache()
  /** Topics of the gateway that refused them: it does not know the chain, or has no stream. */
  const refused = new Set<string>()
  let stream: { topics: string; close(): void } | undefined
  let grace: ReturnType<typeof setTimeout> | undefined
  let hidden: ReturnType<typeof setTimeout> | undefined
  let isAway = false

  /** What is shown now, by the account's key. */
  function shownAccounts(): Map<string, string> {
    const accounts = new Map<string, string>()
    for (const query of cache.getAll()) {
      const [list, account] = query.queryKey as [unknown, string]
      // Without an account the key is `::`.
      if (accountLists.has(list) && /^[^:]+:[^:]+:[^:]+$/.test(account) && query.getObserversCount() > 0)
        accounts.set(accountKey(account), account)
    }
    return accounts
  }

  function readAgain(): void {
    for (const list of accountLists) void client.invalidateQueries({ queryKey: [list] })
  }

  function close(): void {
    stream?.close()
    stream = undefined
  }

  function update(): void {
    clearTimeout(grace)
    grace = undefined
    const accounts = shownAccounts()
    const topics = [...accounts.keys()]
      .sort()
      .flatMap((account) => [`balances:${account}`, `activity:${account}`])
      .join()
    if (topics === stream?.topics) return
    close()
    if (topics === '' || isAway || refused.has(topics)) return
    const { close: end } = openStream(kit, {
      url,
      topics,
      events: streamEventNames,
      onEvent: (name, data) => applyStreamEvent(client, accounts, name, data, readAgain),
      onRefused() {
        refused.add(topics)
        stream = undefined
      },
    })
    stream = { topics, close: end }
  }

  cache.subscribe(({ type, query }) => {
    if ((type !== 'observerAdded' && type !== 'observerRemoved') || !accountLists.has(query.queryKey[0]))
      return
    grace ??= setTimeout(update, stream ? graceMs : 0)
  })

  document.addEventListener('visibilitychange', () => {
    clearTimeout(hidden)
    if (document.visibilityState === 'hidden') {
      hidden = setTimeout(() => {
        isAway = true
        close()
      }, hiddenMs)
    } else if (isAway) {
      isAway = false
      update()
      readAgain()
    }
  })
  update()
}
