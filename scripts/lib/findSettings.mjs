import { existsSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Finds the file with a server's variables: its own, in the project's folder or that of the systemd units. Servers share none: the
 * gateway must not have the vault's secrets.
 *
 * @param {object} parameters
 * @param {string} parameters.name the server, such as `gateway`
 * @param {string} parameters.root the project's folder
 * @param {string} [parameters.system] folder of the units' files
 * @returns {{ file?: string, note?: string }} `note` says that `.env` is not read, if there is nothing else
 */
export function findSettings({ name, root, system = '/etc/portico' }) {
  const own = `.env.${name}`
  const file = [join(root, own), join(system, `${name}.env`)].find((path) => existsSync(path))
  if (file !== undefined || !existsSync(join(root, '.env'))) return { file }
  return { note: `.env is for \`npm start\` only: the ${name} reads its variables from ${own}.` }
}
