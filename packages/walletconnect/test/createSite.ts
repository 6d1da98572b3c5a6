import type { KeyValueStorage } from '@portico/core'
import type { PageSignals } from '../src/relay/pageSignals.ts'
import type { Lock } from '../src/session/createSessionStore.ts'

/** A browser tab: it shares the site's storage and has its own page events. */
export type Tab = { storage: KeyValueStorage; page: PageSignals; lock: Lock; wake(): void; close(): void }

/**
 * Creates what the tabs of one site share: a storage that reports each change to the other tabs, and one lock.
 * `entries` are the stored values.
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
    const wakeListeners = new Set<() => void>()
    const storageListeners = new Set<(key: string | null) => void>()
    const emitStorage = (key: string) => {
      for (const listener of [...storageListeners]) listener(key)
    }
    tabs.add(emitStorage)
    const notifyOtherTabs = (key: string) => {
      for (const tab of tabs) if (tab !== emitStorage) queueMicrotask(() => tab(key))
    }
    return {
      lock,
      storage: {
        getItem: (key) => entries.get(key) ?? null,
        setItem(key, value) {
          entries.set(key, value)
          notifyOtherTabs(key)
        },
        removeItem(key) {
          entries.delete(key)
          notifyOtherTabs(key)
        },
      },
      page: {
        onWake(listener) {
          wakeListeners.add(listener)
          return () => wakeListeners.delete(listener)
        },
        onStorage(listener) {
          storageListeners.add(listener)
          return () => storageListeners.delete(listener)
        },
      },
      wake() {
        for (const listener of [...wakeListeners]) listener()
      },
      close: () => tabs.delete(emitStorage),
    }
  }

  return { entries, openTab }
}
