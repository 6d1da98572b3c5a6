/** The maximum nesting depth of a message, including the outermost object. */
const maxDepth = 10

/**
 * Returns whether a value is plain JSON data: strings, finite numbers, booleans, null, arrays and plain objects,
 * nested at most 10 levels deep. A `MessagePort` can transfer more, such as maps, blobs and cyclic objects, which are
 * rejected.
 *
 * @param limit The maximum length of the value as JSON, in characters.
 */
export function isPlainData(value: unknown, limit: number): boolean {
  let remaining = limit
  function visit(part: unknown, depth: number): boolean {
    if (depth > maxDepth || remaining < 0) return false
    switch (typeof part) {
      case 'string':
        remaining -= part.length + 2
        return remaining >= 0
      case 'number':
        remaining -= 8
        return Number.isFinite(part)
      case 'boolean':
        remaining -= 5
        return true
      case 'object': {
        remaining -= 2
        if (part === null) return true
        if (Array.isArray(part)) {
          // Check the length first: a sparse array with a billion entries is small to send but slow to traverse.
          return part.length <= remaining && part.every((entry) => visit(entry, depth + 1))
        }
        const prototype: unknown = Object.getPrototypeOf(part)
        if (prototype !== null && Object.getPrototypeOf(prototype) !== null) return false
        return Object.entries(part).every(([key, entry]) => {
          remaining -= key.length + 3
          // Undefined counts as absent: structured clones keep such properties.
          return entry === undefined || visit(entry, depth + 1)
        })
      }
      default:
        return false
    }
  }
  return visit(value, 0)
}
