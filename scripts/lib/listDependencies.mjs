import { posix } from 'node:path'

/**
 * Returns the entries of a lock file that workspaces need at run time: the workspaces themselves, other workspaces that they depend on, and all
 * packages, without development dependencies.
 *
 * @param {object} parameters
 * @param {Readonly<Record<string, object>>} parameters.packages `packages` of package-lock.json (version 3): path → entry
 * @param {readonly string[]} parameters.workspaces paths, such as `apps/gateway`
 * @param {readonly string[]} [parameters.without] names of packages to leave out, with what only they need
 * @returns {string[]} paths, sorted
 *
 * @example
 * listDependencies({ packages, workspaces: ['apps/vault'] }) // ['apps/vault', 'node_modules/hono', …]
 */
export function listDependencies({ packages, workspaces, without = [] }) {
  const found = new Set()
  for (const path of workspaces) visit(path)
  return [...found].sort()

  function visit(path) {
    if (found.has(path)) return
    found.add(path)
    const entry = packages[path]
    if (entry.link) visit(entry.resolved)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = entry
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const isOptionalPeer = peerDependenciesMeta[name]?.optional && !dependencies?.[name]
      if (without.includes(name) || isOptionalPeer) continue
      const next = resolve(path, name)
      if (next !== undefined) visit(next)
      else if (!optionalDependencies?.[name])
        throw new Error(`package-lock.json has no ${name}, which ${path} needs.`)
    }
  }

  /** Finds a package as Node does: beside the one that needs it, then in each folder above. */
  function resolve(from, name) {
    for (let folder = from; ; folder = posix.dirname(folder)) {
      if (posix.basename(folder) === 'node_modules') continue
      const path = folder === '.' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
      if (Object.hasOwn(packages, path)) return path
      if (folder === '.') return undefined
    }
  }
}
