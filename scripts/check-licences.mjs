import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bootstrap.mjs'
import { findLockViolations } from './lib/findLockViolations.mjs'
import { runCommand } from './lib/runCommand.mjs'

await runCommand(() => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const violations = findLockViolations({ lock, installedLicence })
  for (const violation of violations) console.error(violation)
  return violations.length > 0 ? 1 : 0
})

/** Reads the licence of a manifest. Old packages have `{ "type": "MIT" }`, or a list of these as alternatives. */
function installedLicence(path) {
  const file = join(root, path, 'package.json')
  if (!existsSync(file)) return undefined
  const { license, licenses } = JSON.parse(readFileSync(file, 'utf8'))
  const named = [license ?? licenses ?? []].flat().map((entry) => entry.type ?? entry)
  return named.length > 0 ? named.join(' OR ') : undefined
}
