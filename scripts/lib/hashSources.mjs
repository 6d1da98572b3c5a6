import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listDependencies } from './listDependencies.mjs'

/**
 * Returns a hash of what a workspace is built from: its sources, those of the workspaces it depends on, and the lock file.
 *
 * @param {object} parameters
 * @param {string} parameters.root the project's folder
 * @param {string} parameters.workspace its path, such as `apps/wallet`
 */
export function hashSources({ root, workspace }) {
  const lockFile = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(lockFile)
  const own = listDependencies({ packages, workspaces: [workspace] }).filter(
    (path) => !path.includes('node_modules/'),
  )
  const files = own
    .flatMap((path) => [
      ...filesIn(join(root, path), { recursive: false }).filter((file) => file.endsWith('.html')),
      ...filesIn(join(root, path, 'src'), { recursive: true }),
    ])
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort()
  const hash = createHash('sha256').update(lockFile)
  for (const file of files) hash.update(`\0${file.slice(root.length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

function filesIn(folder, { recursive }) {
  return readdirSync(folder, { recursive, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
}
