import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runTool } from './runTool.mjs'

const names = ['valkey-server', 'redis-server']

/**
 * Finds a Valkey or Redis for the tests of several gateways, and installs one where there is none and that can be done.
 *
 * @param {object} parameters
 * @param {NodeJS.ProcessEnv} parameters.env
 * @param {string} parameters.root
 * @param {(line: string) => void} parameters.say
 * @param {AbortSignal} parameters.signal gives up on installing
 * @param {boolean} [parameters.mayInstall] on Debian, as root
 * @returns {Promise<string | undefined>} its whole path; undefined if there is none: the tests that need it say so
 */
export async function ensureRedis({ env, root, say, signal, mayInstall = canInstall() }) {
  const present = findOnPath(env)
  if (present || !mayInstall) return present
  say('Installing Redis (apt-get install redis-server) …')
  // Without a runlevel that starts services: the tests start it themselves, on a port of their own.
  const install =
    'apt-get update && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends redis-server'
  await runTool({ command: 'sh', args: ['-c', install], cwd: root, env, signal })
  return findOnPath(env)
}

const canInstall = () => process.getuid?.() === 0 && existsSync('/etc/debian_version')

function findOnPath({ PATH = '' }) {
  const folders = PATH.split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

function isProgram(path) {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0
}
