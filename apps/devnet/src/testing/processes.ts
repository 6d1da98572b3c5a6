import { execFileSync } from 'node:child_process'

interface Entry {
  pid: number
  parent: number
}

// Ignore zombies: a killed process stays listed until its parent reaps it, but holds no resources.
function list(): Entry[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state]) => !state?.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }))
}

/** Returns the ids of all descendants of a process. */
export function descendants(pid: number): number[] {
  const all = list()
  const below = (parent: number): number[] =>
    all.filter((entry) => entry.parent === parent).flatMap((entry) => [entry.pid, ...below(entry.pid)])
  return below(pid)
}

/** Returns the ids that still belong to a running process. */
export function alive(pids: readonly number[]): number[] {
  const all = new Set(list().map(({ pid }) => pid))
  return pids.filter((pid) => all.has(pid))
}
