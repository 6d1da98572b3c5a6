import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Takes a lock that is a file, for as long as this process lives.
 *
 * A lock left by a process that is gone counts as free. Process numbers are given out again, soon inside a container,
 * so the file also says when its process began.
 *
 * @param {string} path where the lock is; missing folders are made
 * @returns {{ holder: number } | { holder: undefined, release: () => void }} the process that has it, or ours
 *
 * @example
 * const lock = takeLock('.portico/run/gateway.lock')
 * if (lock.holder) throw new Error(`process ${lock.holder} has it`)
 * lock.release()
 */
export function takeLock(path) {
  mkdirSync(dirname(path), { recursive: true })
  const mine = `${path}.${process.pid}`
  writeFileSync(mine, JSON.stringify({ pid: process.pid, began: beginOf(process.pid) }))
  try {
    for (;;) {
      try {
        linkSync(mine, path) // the content is there at once: nobody reads a half-written lock
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

/** @returns {number | undefined} the process that has the lock, if it lives */
function readHolder(path) {
  try {
    const { pid, began } = JSON.parse(readFileSync(path, 'utf8'))
    return beginOf(pid) === began ? pid : undefined
  } catch {
    return undefined // gone since, or written by nobody we know
  }
}

/** @returns {string} when the process began, in words that only serve to be compared; throws if there is none */
function beginOf(pid) {
  if (process.platform !== 'linux') {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(Number(pid))], { encoding: 'utf8' }).trim()
  }
  const stat = readFileSync(`/proc/${Number(pid)}/stat`, 'utf8')
  const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (state === 'Z') throw new Error(`Process ${pid} has ended.`)
  return rest[18] // field 22, starttime: see proc_pid_stat(5)
}
