import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Returns the absolute path of the first of some programs that is on the PATH and starts.
 *
 * @param {readonly string[]} names in order of preference
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [versionArgument] the argument with which it prints its version
 * @returns {string | undefined}
 *
 * @example
 * findProgram(['valkey-server', 'redis-server'], process.env) // '/usr/bin/redis-server'
 */
export function findProgram(names, { PATH = '' }, versionArgument) {
  const folders = PATH.split(delimiter).filter(Boolean)
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => isProgram(path, versionArgument))
}

/** @returns {boolean} whether the file exists and printing its version succeeds */
export function isProgram(path, versionArgument = '--version') {
  return existsSync(path) && spawnSync(path, [versionArgument], { timeout: 20_000 }).status === 0
}

/** @returns {boolean} whether `apt-get install` may work: on Debian, as root */
export function canInstallWithApt() {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version')
}
