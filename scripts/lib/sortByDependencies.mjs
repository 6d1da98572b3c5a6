/**
 * Sorts packages so that each comes after those that it needs.
 *
 * @template {{ name: string, manifest: { dependencies?: Record<string, string> } }} Package
 * @param {readonly Package[]} packages
 * @returns {Package[]}
 * @throws {Error} if two packages need each other
 */
export function sortByDependencies(packages) {
  const sorted = []
  const waiting = [...packages]
  while (waiting.length > 0) {
    const names = waiting.map(({ name }) => name)
    const next = waiting.findIndex(
      ({ manifest }) => !Object.keys(manifest.dependencies ?? {}).some((name) => names.includes(name)),
    )
    if (next === -1) throw new Error(`These packages need each other: ${names.join(', ')}.`)
    sorted.push(...waiting.splice(next, 1))
  }
  return sorted
}
