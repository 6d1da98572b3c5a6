import { execFileSync } from 'node:child_process'

interface Entry {
  pid: number
  parent: number
}

// A killed process whose parent does not care stays listed as a zombie: it holds nothing, so it counts as gone.
function list(): Entry[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , state]) => !state?.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }))
}

/** The processes a process has started, and those they have started. */
export function descendants(pid: number): number[] {
  const all = list()
  const below = (parent: number): number[] =>
    all.filter((entry) => entry.parent === parent).flatMap((entry) => [entry.pid, ...below(entry.pid)])
  return below(pid)
}

/** Which of these processes are still there. */
export function alive(pids: readonly number[]): number[] {
  const all = new Set(list().map(({ pid }) => pid))
  return pids.filter((pid) => all.has(pid))
}
