/**
 * Returns a command that runs another one with core dumps disabled, because the memory of a server contains keys.
 *
 * On Linux the servers also disable core dumps themselves. This covers other systems, and the time before a server's
 * first line runs.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.Platform} [platform]
 * @returns {[string, string[]]} the arguments for `spawn`
 *
 * @example
 * spawn(...withoutCoreDumps(node, ['server.ts']), { stdio: 'inherit' })
 */
export function withoutCoreDumps(command, args, platform = process.platform) {
  if (platform === 'win32') return [command, [...args]]
  return ['/bin/sh', ['-c', 'ulimit -c 0; exec "$0" "$@"', command, ...args]]
}
