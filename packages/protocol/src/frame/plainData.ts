/** How deep a message may be, its own object counted. */
const maxDepth = 10

/**
 * Whether a value is plain JSON: texts, finite numbers, booleans, null, arrays and objects without a prototype of their
 * own, not deeper than {@link maxDepth}. What a `MessagePort` carries may be much else (functions never, but class
 * instances, blobs, cycles), and none of it belongs into our protocol.
 *
 * @param limit the most characters the value may have, counted as its JSON text would
 */
export function isPlainData(value: unknown, limit: number): boolean {
  let left = limit
  function visit(part: unknown, depth: number): boolean {
    if (depth > maxDepth || left < 0) return false
    switch (typeof part) {
      case 'string':
        left -= part.length + 2
        return left >= 0
      case 'number':
        left -= 8
        return Number.isFinite(part)
      case 'boolean':
        left -= 5
        return true
      case 'object': {
        left -= 2
        if (part === null) return true
        if (Array.isArray(part)) {
          // A sparse array of a billion entries is small to send and long to read.
          return part.length <= left && part.every((entry) => visit(entry, depth + 1))
        }
        const prototype: unknown = Object.getPrototypeOf(part)
        if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return false
        return Object.entries(part).every(([key, entry]) => {
          left -= key.length + 3
          // Absent and undefined are the same here: structured clones keep the latter.
          return entry === undefined || visit(entry, depth + 1)
        })
      }
      default:
        return false
    }
  }
  return visit(value, 0)
}
