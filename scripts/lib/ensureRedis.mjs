import { canInstallWithApt, findProgram } from './findProgram.mjs'
import { runTool } from './runTool.mjs'

const names = ['valkey-server', 'redis-server']

/**
 * Finds Valkey or Redis for the tests with several gateways, and installs Redis if it is missing and can be installed.
 *
 * @param {object} parameters
 * @param {NodeJS.ProcessEnv} parameters.env
 * @param {string} parameters.root
 * @param {(line: string) => void} parameters.say prints progress
 * @param {AbortSignal} parameters.signal cancels the installation
 * @param {boolean} [parameters.mayInstall] default: on Debian, as root
 * @returns {Promise<string | undefined>} the absolute path of the server; undefined if there is none, in which case the
 * tests that need it are skipped
 */
export async function ensureRedis({ env, root, say, signal, mayInstall = canInstallWithApt() }) {
  const present = findProgram(names, env)
  if (present || !mayInstall) return present
  say('Installing Redis (apt-get install redis-server) …')
  // RUNLEVEL=1 keeps the package from starting its service: the tests start the server themselves, on their own port.
  const install =
    'apt-get update && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends redis-server'
  await runTool({ command: 'sh', args: ['-c', install], cwd: root, env, signal })
  return findProgram(names, env)
}
