import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Takes a file lock that is valid while this process runs.
 *
 * A lock of a process that has ended counts as free. Process ids are reused, soon inside a container, so the file also
 * records when its process started.
 *
 * @param {string} path path of the lock file; missing folders are created
 * @returns {{ holder: number } | { holder: undefined, release: () => void }} `holder` is the
 * process that already has the lock
 *
 * @example
 * const lock = takeLock('.portico/run/gateway.lock')
 * if (lock.holder) throw new Error(`Process ${lock.holder} has the lock.`)
 * lock.release()
 */
export function takeLock(path) {
  mkdirSync(dirname(path), { recursive: true })
  const mine = `${path}.${process.pid}`
  writeFileSync(mine, JSON.stringify({ pid: process.pid, startedAt: startTimeOf(process.pid) }))
  try {
    for (;;) {
      try {
        linkSync(mine, path) // a link creates the file with its content, so no reader sees half of it
        return { holder: undefined, release: () => rmSync(path, { force: true }) }
      } catch (error) {
        if (error.code !== 'EEXIST') throw error
      }
      const holder = readHolder(path)
      if (holder) return { holder }
      rmSync(path, { force: true })
    }
  } finally {
    rmSync(mine, { force: true })
  }
}

/** @returns {number | undefined} the process that has the lock, if it still runs */
function readHolder(path) {
  try {
    const { pid, startedAt } = JSON.parse(readFileSync(path, 'utf8'))
    return startTimeOf(pid) === startedAt ? pid : undefined
  } catch {
    return undefined // removed in the meantime, or not a lock file
  }
}

/** @returns {string} start time of the process, as text to compare; throws if there is no such process */
function startTimeOf(pid) {
  if (process.platform !== 'linux') {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(Number(pid))], { encoding: 'utf8' }).trim()
  }
  const stat = readFileSync(`/proc/${Number(pid)}/stat`, 'utf8')
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (state === 'Z') throw new Error(`Process ${pid} has ended.`)
  return rest[18] // field 22, starttime: see proc_pid_stat(5)
}
