import { listPackages } from '../listPackages.mjs'
import { toPublishedManifest } from '../toPublishedManifest.mjs'

/**
 * Returns the lowest version of each package of others that all ranges of the published packages allow, peers included, by its name.
 *
 * @param {string} root
 * @returns {Record<string, string>}
 *
 * @example
 * lowestVersions(root).viem // '2.38.0'
 */
export function lowestVersions(root) {
  const lowest = {}
  for (const { manifest } of listPackages(root).filter((one) => !one.manifest.private)) {
    const { dependencies, peerDependencies } = toPublishedManifest({ manifest, common: {} })
    for (const [name, range] of Object.entries({ ...dependencies, ...peerDependencies })) {
      if (name.startsWith('@portico/')) continue
      const version = lowestOf(range)
      // Each range allows newer ones, so the highest of the lowest is in all of them.
      if (!lowest[name] || compare(version, lowest[name]) > 0) lowest[name] = version
    }
  }
  return lowest
}

/** The lowest version of a range that begins with it, as `^2.19 || ^3.7`, `>=2.37 <3` and `2.x` do. */
export function lowestOf(range) {
  const [, ...parts] = /(\d+)(?:\.(\d+))?(?:\.(\d+))?/.exec(range)
  return parts.map((part) => part ?? '0').join('.')
}

function compare(a, b) {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  const index = left.findIndex((part, at) => part !== right[at])
  return index < 0 ? 0 : left[index] - right[index]
}
