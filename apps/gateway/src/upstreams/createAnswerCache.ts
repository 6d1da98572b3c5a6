/** An answer that was kept. */
export type CachedAnswer = {
  text: string
  kind: CacheKind
  chain: string
  /** Epoch milliseconds; infinite for what never changes. */
  until: number
  /** The block it holds at; infinite if that is not known, so that any reorganisation drops it. */
  block: number
  /** When it was last moved to the end of the line. */
  touchedAt?: number
}

/** Why an answer could be kept: it never changes, it is not final yet, or it holds until the next block. */
export type CacheKind = 'immutable' | 'unfinalized' | 'head'

/** Answers of all chains in this process. */
export type AnswerCache = {
  get(key: string): CachedAnswer | undefined
  set(key: string, answer: CachedAnswer): void
  /** Forgets what holds at a block from `from` on. */
  drop(chain: string, from: number): void
  bytes(): number
}

/** 64 MiB. */
const defaultBytes = 64 * 1024 * 1024
const maxEntry = 4 * 1024 * 1024
/** What an entry takes beside its texts, roughly. */
const overhead = 200
/** Moving an entry costs more than finding it, and a second is no difference in age. */
const touchEvery = 1000

/** Keeps answers up to a number of bytes; what was not asked for the longest goes first. */
export function createAnswerCache({
  maxBytes = defaultBytes,
  now = Date.now,
}: {
  maxBytes?: number
  now?: () => number
} = {}): AnswerCache {
  const entries = new Map<string, CachedAnswer>()
  let bytes = 0
  const sizeOf = (key: string, { text }: CachedAnswer) => key.length + text.length + overhead

  function remove(key: string, entry: CachedAnswer): void {
    entries.delete(key)
    bytes -= sizeOf(key, entry)
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
      if (at - (entry.touchedAt ?? 0) > touchEvery) {
        entry.touchedAt = at
        entries.delete(key)
        entries.set(key, entry)
      }
      return entry
    },
    set(key, entry) {
      const size = sizeOf(key, entry)
      if (size > maxEntry) return
      const old = entries.get(key)
      if (old) remove(key, old)
      entries.set(key, entry)
      bytes += size
      for (const [oldest, kept] of entries) {
        if (bytes <= maxBytes) break
        remove(oldest, kept)
      }
    },
    drop(chain, from) {
      for (const [key, entry] of entries) if (entry.chain === chain && entry.block >= from) remove(key, entry)
    },
    bytes: () => bytes,
  }
}
