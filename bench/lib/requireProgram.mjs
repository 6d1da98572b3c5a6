import { spawnSync } from 'node:child_process'

/**
 * Finds a program on the system, or installs its Debian package if possible.
 *
 * @param {object} parameters
 * @param {string} parameters.command
 * @param {string} parameters.debianPackage
 * @throws {Error} if it is missing and cannot be installed
 */
export function requireProgram({ command, debianPackage }) {
  const find = () =>
    spawnSync('sh', ['-c', `command -v ${command} || ls /usr/sbin/${command}`], { encoding: 'utf8' })
  const present = find()
  if (present.status === 0) return present.stdout.trim().split('\n')[0]
  console.log(`Installing ${debianPackage} (apt-get install ${debianPackage}) …`)
  const install = `apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ${debianPackage}`
  spawnSync('sh', ['-c', install], { stdio: 'ignore' })
  const installed = find()
  if (installed.status === 0) return installed.stdout.trim().split('\n')[0]
  throw new Error(
    `This table needs ${command}, which is not here and could not be installed: install it and try again.`,
  )
}
