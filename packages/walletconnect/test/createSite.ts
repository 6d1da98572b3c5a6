import type { KeyValueStorage } from '@portico/core'
import type { PageSignals } from '../src/relay/pageSignals.ts'
import type { Lock } from '../src/session/createVault.ts'

/** A tab of a site: its storage is everybody's, its signals are its own. */
export type Tab = { storage: KeyValueStorage; page: PageSignals; lock: Lock; wake(): void; close(): void }

/**
 * What tabs of one site share: a storage whose changes the other tabs hear of, and one lock. `entries` is what is
 * stored.
 */
export function createSite() {
  const entries = new Map<string, string>()
  const tabs = new Set<(key: string) => void>()
  let last: Promise<unknown> = Promise.resolve()
  const lock: Lock = (job) => {
    const result = last.then(job)
    last = result.catch(() => undefined)
    return result
  }

  function openTab(): Tab {
    const wakers = new Set<() => void>()
    const hearers = new Set<(key: string | null) => void>()
    const hear = (key: string) => {
      for (const hearer of [...hearers]) hearer(key)
    }
    tabs.add(hear)
    const tell = (key: string) => {
      for (const other of tabs) if (other !== hear) queueMicrotask(() => other(key))
    }
    return {
      lock,
      storage: {
        getItem: (key) => entries.get(key) ?? null,
        setItem(key, value) {
          entries.set(key, value)
          tell(key)
        },
        removeItem(key) {
          entries.delete(key)
          tell(key)
        },
      },
      page: {
        onWake(listener) {
          wakers.add(listener)
          return () => wakers.delete(listener)
        },
        onStorage(listener) {
          hearers.add(listener)
          return () => hearers.delete(listener)
        },
      },
      wake() {
        for (const waker of [...wakers]) waker()
      },
      close: () => tabs.delete(hear),
    }
  }

  return { entries, openTab }
}
