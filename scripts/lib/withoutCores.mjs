/**
 * A command whose process writes no core file, from its first moment on: what it has in memory are keys. The servers see to
 * that themselves, too; this is for systems where a process cannot (all but Linux), and for what comes before their first line.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {NodeJS.Platform} [platform]
 * @returns {[string, string[]]} what to spawn
 *
 * @example
 * spawn(...withoutCores(node, ['server.ts']), { stdio: 'inherit' })
 */
export function withoutCores(command, args, platform = process.platform) {
  if (platform === 'win32') return [command, [...args]]
  return ['/bin/sh', ['-c', 'ulimit -c 0; exec "$0" "$@"', command, ...args]]
}
