import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { isInstalled } from './isInstalled.mjs'
import { listDependencies } from './listDependencies.mjs'

/** The servers that run from their sources. The wallet site is one built script and its pages. */
const workspaces = ['apps/gateway', 'apps/vault']
const scripts = [
  'bootstrap',
  'gateway',
  'vault',
  'wallet',
  'lib/findSettings',
  'lib/findTakenPort',
  'lib/hashSources',
  'lib/isInstalled',
  'lib/listDependencies',
  'lib/requireNode',
  'lib/runCommand',
  'lib/runServer',
  'lib/stopWithParent',
  'lib/takeLock',
  'lib/withoutCoreDumps',
]
const files = [
  'LICENSE',
  'CHANGELOG.md',
  'docs/operate.md',
  'docs/security.md',
  'apps/wallet/dist',
  ...scripts.map((name) => `scripts/${name}.mjs`),
]
/** What a workspace needs at run time. */
const parts = ['package.json', 'README.md', 'src', 'data']
/** Files of packages that no server reads: types, sources and source maps. */
const isUnread = (file) => /\.(ts|mts|cts|map)$/.test(file)
/** Whether a file or folder beside the deployment's own is the operator's, with secrets. */
export const isPrivate = (file) => /\/(\.env(\.(?!example$).*)?|social|sponsor|backup)$/.test(file)
const isTest = (file) => /\.test\.tsx?$|\/(testing|__snapshots__)$/.test(file)

/**
 * Copies what gateway, vault and wallet site need on a machine without the repository: their sources, run-time dependencies, the
 * catalogue, the built wallet site, and Node 24 for this platform.
 *
 * @param {object} parameters
 * @param {string} parameters.root the project's folder, installed, with the catalogue and the wallet site built
 * @param {string} parameters.to folder in which a folder is made
 * @param {boolean} [parameters.withNode] whether to add Node 24
 * @returns {{ name: string, folder: string }} the name and path of the new folder
 * @throws {Error} if the installed packages are not those of the lock file
 */
export function copyRelease({ root, to, withNode = true }) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  if (!isInstalled({ root, workspaces }))
    throw new Error('Dependencies are missing or out of date: run `npm ci --ignore-scripts`, then try again.')
  const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const platform = `${process.platform}-${process.arch}`
  const name = `portico-${version}-${platform}`
  const folder = join(to, name)
  const copy = (path, isLeftOut = () => false) => {
    const source = join(root, path)
    cpSync(source, join(folder, path), { recursive: true, filter: (file) => !isLeftOut(file) })
  }

  const node = `node_modules/node-${platform}`
  const hasNode = withNode && packages[node] !== undefined
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true })
  for (const path of listDependencies({ packages, workspaces })) {
    const { link, resolved } = packages[path]
    const isPackage = path.includes('node_modules/')
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    if (link) symlinkSync(relative(dirname(path), resolved), join(folder, path))
    // Nested packages are entries of their own.
    else if (isPackage) copy(path, (file) => isUnread(file) || file === join(root, path, 'node_modules'))
    else for (const part of parts) copyIfThere(join(path, part))
  }
  for (const path of files) copy(path)
  copy('deploy', isPrivate)
  if (hasNode) {
    copy(node)
    symlinkSync(join('..', basename(node), 'bin', 'node'), join(folder, 'node_modules', '.bin', 'node'))
  }
  const commands = ['gateway', 'vault', 'wallet'].map((server) => [server, `exec node scripts/${server}.mjs`])
  const manifest = { name: 'portico', private: true, version, license: 'MIT', type: 'module', engines }
  const text = JSON.stringify({ ...manifest, scripts: Object.fromEntries(commands) }, null, 2)
  writeFileSync(join(folder, 'package.json'), `${text}\n`)
  return { name, folder }

  function copyIfThere(path) {
    try {
      copy(path, isTest)
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
  }
}
