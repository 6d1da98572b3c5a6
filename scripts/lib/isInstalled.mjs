import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listDependencies } from './listDependencies.mjs'

/**
 * Returns whether what npm has installed is what the lock file says.
 *
 * @param {object} parameters
 * @param {string} parameters.root folder of the lock file
 * @param {readonly string[]} [parameters.workspaces] compares only what these need at run time, such as `apps/gateway`; without
 * it, everything
 *
 * @example
 * if (!isInstalled({ root, workspaces: ['apps/gateway'] })) throw new Error('Run `npm ci`.')
 */
export function isInstalled({ root, workspaces }) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return false
  const locked = readPackages(join(root, 'package-lock.json'))
  const installed = readPackages(record)
  const paths = workspaces ? listDependencies({ packages: locked, workspaces }) : Object.keys(locked)
  return paths.every((path) => {
    if (!path.includes('node_modules/')) return true // our own packages are not installed
    const entry = locked[path]
    const found = installed[path]
    if (!found) return entry.optional === true || entry.devOptional === true // for another platform
    return found.version === entry.version && found.integrity === entry.integrity
  })
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}
