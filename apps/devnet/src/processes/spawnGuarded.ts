import { type ChildProcess, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'

/**
 * Starts the program so that it cannot outlive this process. Handlers are no help against SIGKILL; so, between fork
 * and exec, a shell leaves a guard behind that reads from a pipe held by this process alone. When the pipe breaks, the
 * guard kills the program; when a line comes, the program is gone already and the guard just ends.
 * A session of its own keeps the terminal's Ctrl-C from reaching the program before its state is saved.
 * Windows has no such shell: there a killed devnet leaves its programs running.
 */
export function spawnGuarded(program: string, args: readonly string[]): ChildProcess {
  if (process.platform === 'win32') return spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const guard = '(read -r line <&3 || kill -9 $$) >/dev/null 2>&1 & exec "$0" "$@" 3<&-'
  const child = spawn('/bin/sh', ['-c', guard, program, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const pipe = child.stdio[3] as Writable
  // The guard may be gone before the line arrives; it has nothing left to do then.
  pipe.on('error', () => {})
  child.once('exit', () => pipe.end('gone\n'))
  return child
}
