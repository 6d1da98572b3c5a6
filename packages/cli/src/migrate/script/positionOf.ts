/**
 * Returns the start and the end of a node.
 *
 * @throws {TypeError} if the node was not read from a file; the parser sets both for every node.
 */
export function positionOf({
  start,
  end,
}: {
  start?: number | null | undefined
  end?: number | null | undefined
}): {
  start: number
  end: number
} {
  if (typeof start !== 'number' || typeof end !== 'number') throw new TypeError('The node has no position.')
  return { start, end }
}
