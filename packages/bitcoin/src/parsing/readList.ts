const limit = 1000

/** A copy of a list somebody else made, at most 1000 entries; empty where it is none. Never throws. */
export function readList(value: unknown): unknown[] {
  try {
    return Array.isArray(value) ? value.slice(0, limit) : []
  } catch {
    // A list that throws when it is read is none.
    return []
  }
}
