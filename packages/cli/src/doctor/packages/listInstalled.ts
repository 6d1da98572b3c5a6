import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A package that an application loads. */
export type Installed = {
  name: string
  version: string
  /** Its folder, without symbolic links. */
  folder: string
  peers: Readonly<Record<string, string>>
  optionalPeers: ReadonlySet<string>
}

type Manifest = {
  version?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  optionalDependencies?: Record<string, string>
}

/**
 * Lists the packages that can be loaded from an application, each folder once. Follows dependencies as Node resolves
 * them, so that it sees the same copies with npm, pnpm and Yarn, in one application or a monorepo.
 *
 * @param folder of the application, with its `package.json`
 * @param isRelevant which of its development dependencies to follow as well: some applications list everything there
 */
export function listInstalled({
  folder,
  isRelevant,
}: {
  folder: string
  isRelevant: (name: string) => boolean
}): Installed[] {
  const root = readManifest(folder)
  if (!root) return []
  const found = new Map<string, Installed>()
  const waiting = [
    ...Object.keys({ ...root.dependencies, ...root.peerDependencies, ...root.optionalDependencies }),
    ...Object.keys(root.devDependencies ?? {}).filter(isRelevant),
  ].map((name) => ({ name, from: realpathSync(folder) }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const installed = findPackage(next)
    if (!installed || found.has(installed)) continue
    const manifest = readManifest(installed)
    if (!manifest) continue
    const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = manifest
    found.set(installed, {
      name: next.name,
      version: manifest.version ?? '',
      folder: installed,
      peers: peerDependencies,
      optionalPeers: new Set(
        Object.keys(peerDependenciesMeta).filter((name) => peerDependenciesMeta[name]?.optional),
      ),
    })
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      waiting.push({ name, from: installed })
  }
  return [...found.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1))
}

/**
 * Finds the folder of a package as Node does: in the `node_modules` of the folder, then of those above.
 *
 * @returns its folder without symbolic links; undefined if it is not installed
 */
export function findPackage({ name, from }: { name: string; from: string }): string | undefined {
  for (let current = from; ; current = dirname(current)) {
    const candidate = join(current, 'node_modules', name)
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate)
    if (dirname(current) === current) return undefined
  }
}

function readManifest(folder: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  } catch {
    // Missing or broken: npm itself complains about that.
    return undefined
  }
}
