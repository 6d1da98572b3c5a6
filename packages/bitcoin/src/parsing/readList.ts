const maxEntries = 1000

/** Copies at most 1000 entries of an array. Returns an empty array for other values. Never throws. */
export function readList(value: unknown): unknown[] {
  try {
    return Array.isArray(value) ? value.slice(0, maxEntries) : []
  } catch {
    // Reading the value threw, for example in a proxy.
    return []
  }
}
