import { canInstallWithApt, findProgram } from './findProgram.mjs'
import { runTool } from './runTool.mjs'

const programs = ['nginx', 'caddy']

/**
 * Finds nginx and Caddy for the tests through real load balancers, and installs them if they are missing and can be installed.
 *
 * @param {object} parameters
 * @param {NodeJS.ProcessEnv} parameters.env
 * @param {string} parameters.root
 * @param {(line: string) => void} parameters.say prints progress
 * @param {AbortSignal} parameters.signal cancels the installation
 * @param {boolean} [parameters.mayInstall] default: on Debian, as root
 * @returns {Promise<string[]>} the names of those that are missing; the tests that need them are skipped
 */
export async function ensureProxies({ env, root, say, signal, mayInstall = canInstallWithApt() }) {
  const missing = programs.filter((name) => !find(name, env))
  if (missing.length === 0 || !mayInstall) return missing
  say(`Installing ${missing.join(' and ')} (apt-get install) …`)
  // RUNLEVEL=1 keeps the packages from starting their services: the tests start the servers themselves, on their own ports.
  const packages = missing.map((name) => (name === 'nginx' ? 'nginx-light' : name)).join(' ')
  const install = `apt-get update && RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ${packages}`
  await runTool({ command: 'sh', args: ['-c', install], cwd: root, env, signal })
  return programs.filter((name) => !find(name, env))
}

/** Debian installs nginx where only root's PATH leads. */
function find(name, { PATH = '' }) {
  // nginx has no `--version`.
  return findProgram([name], { PATH: `${PATH}:/usr/sbin` }, name === 'nginx' ? '-v' : 'version')
}
