/** Texts by key, for a limited time and within a limit of bytes. */
export type Texts = {
  get(key: string): string | undefined
  set(entry: { key: string; text: string; ttlMs: number }): void
}

/** Creates an empty store. If it is full, the texts that were read or written the longest ago are dropped. */
export function createTexts({
  maxLength = 32 * 1024 * 1024,
  now = Date.now,
}: {
  /** Characters of all keys and texts. */
  maxLength?: number
  now?: () => number
} = {}): Texts {
  const entries = new Map<string, { text: string; until: number }>()
  let length = 0

  function remove(key: string): void {
    const entry = entries.get(key)
    if (!entries.delete(key) || !entry) return
    length -= key.length + entry.text.length
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      if (entry.until <= now()) {
        remove(key)
        return undefined
      }
      entries.delete(key)
      entries.set(key, entry)
      return entry.text
    },
    set({ key, text, ttlMs }) {
      remove(key)
      entries.set(key, { text, until: now() + ttlMs })
      length += key.length + text.length
      for (const oldest of entries.keys()) {
        if (length <= maxLength) break
        remove(oldest)
      }
    },
  }
}
