/** A cached RPC result. */
export type CacheEntry = {
  /** JSON text. */
  text: string
  kind: CacheKind
  chain: string
  /** Epoch milliseconds; infinite if the result never changes. */
  until: number
  /** The block the result depends on; infinite if unknown, so that any reorganisation drops the entry. */
  block: number
  /** When the entry was last moved to the end of the eviction order (epoch milliseconds). */
  touchedAt?: number
}

/** How long a result is valid: permanently, until a reorganisation, or until the next block. */
export type CacheKind = 'immutable' | 'unfinalized' | 'head'

/** The RPC results of all chains in this process. */
export type ResponseCache = {
  get(key: string): CacheEntry | undefined
  set(key: string, entry: CacheEntry): void
  /** Deletes the chain's entries that depend on block `from` or a later one. */
  drop(chain: string, from: number): void
  /** Returns the approximate size in bytes. */
  bytes(): number
}

/** 64 MiB. */
const defaultBytes = 64 * 1024 * 1024
/** Larger results are not cached. */
const maxEntryBytes = 4 * 1024 * 1024
/** Approximate size of an entry without its key and text. */
const overhead = 200
/** Moving an entry costs more than looking it up, so the eviction order is only accurate to a second. */
const touchIntervalMs = 1000

/** Entries that each new one makes the cache look at, so that expired ones do not stay until it is full. */
const sweptPerEntry = 2

/** Creates a least-recently-used cache with a limit in bytes. */
export function createResponseCache({
  maxBytes = defaultBytes,
  now = Date.now,
}: {
  maxBytes?: number
  now?: () => number
} = {}): ResponseCache {
  const entries = new Map<string, CacheEntry>()
  let bytes = 0
  let sweep = entries.entries()
  const sizeOf = (key: string, { text }: CacheEntry) => key.length + text.length + overhead

  function remove(key: string, entry: CacheEntry): void {
    entries.delete(key)
    bytes -= sizeOf(key, entry)
  }

  /** Removes expired ones of the next entries; nobody may ever ask for them again. */
  function removeExpired(): void {
    const at = now()
    for (let count = 0; count < sweptPerEntry; count++) {
      const next = sweep.next()
      if (next.done) {
        sweep = entries.entries()
        return
      }
      const [key, entry] = next.value
      if (entry.until <= at) remove(key, entry)
    }
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      const at = now()
      if (entry.until <= at) {
        remove(key, entry)
        return undefined
      }
      if (at - (entry.touchedAt ?? 0) > touchIntervalMs) {
        entry.touchedAt = at
        entries.delete(key)
        entries.set(key, entry)
      }
      return entry
    },
    set(key, entry) {
      const size = sizeOf(key, entry)
      if (size > maxEntryBytes) return
      const previous = entries.get(key)
      if (previous) remove(key, previous)
      entries.set(key, entry)
      bytes += size
      removeExpired()
      if (bytes <= maxBytes) return
      for (const [oldestKey, oldest] of entries) {
        if (bytes <= maxBytes) break
        remove(oldestKey, oldest)
      }
    },
    drop(chain, from) {
      for (const [key, entry] of entries) if (entry.chain === chain && entry.block >= from) remove(key, entry)
    },
    bytes: () => bytes,
  }
}
