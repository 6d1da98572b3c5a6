import { type ChildProcess, spawn } from 'node:child_process'
import type { Writable } from 'node:stream'

/**
 * Starts a program that cannot outlive this process, even if this one is killed with SIGKILL. A shell first starts a
 * guard that reads from a pipe of this process, then becomes the program. When the pipe closes, the guard kills the
 * program; when it reads a line, the program has already ended and the guard exits. The program has its own session, so
 * that Ctrl-C in the terminal does not reach it before its state is saved. On Windows there is no guard: a killed
 * devnet leaves its programs running.
 */
export function spawnGuarded(program: string, args: readonly string[]): ChildProcess {
  if (process.platform === 'win32') return spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const guard = '(read -r line <&3 || kill -9 $$) >/dev/null 2>&1 & exec "$0" "$@" 3<&-'
  const child = spawn('/bin/sh', ['-c', guard, program, ...args], {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  const pipe = child.stdio[3] as Writable
  // The guard may already have exited when the line is written.
  pipe.on('error', () => {})
  child.once('exit', () => pipe.end('gone\n'))
  return child
}
