import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const gibibyte = 2 ** 30

/**
 * Creates a temporary folder in memory: without a disk, the durable commits of the databases under test cost nothing.
 *
 * @param {object} [parameters]
 * @param {string} [parameters.parent] a folder of a file system in memory
 * @param {number} [parameters.free] bytes that must be free on it
 * @param {number} [parameters.memory] bytes of memory that must be available in all, which the programs need too
 * @returns {string | undefined} the folder, which is removed when the process exits; undefined if there is no such file
 * system, it is too small, or it does not allow programs to be executed
 *
 * @example
 * const folder = createMemoryFolder()
 * spawn('vitest', ['run'], { env: { ...process.env, ...(folder ? { TMPDIR: folder } : {}) } })
 */
export function createMemoryFolder({ parent = '/dev/shm', free = 2 * gibibyte, memory = 6 * gibibyte } = {}) {
  if (process.availableMemory() < memory) return undefined
  let folder
  try {
    const { bavail, bsize } = statfsSync(parent)
    if (bavail * bsize < free) return undefined
    folder = mkdtempSync(join(parent, 'portico-'))
  } catch {
    return undefined // no such file system, or not writable
  }
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  if (!canExecuteIn(folder)) {
    remove()
    return undefined
  }
  // PostgreSQL runs as another user if the tests run as root, and must reach its folder.
  chmodSync(folder, 0o711)
  process.once('exit', remove)
  return folder
}

function canExecuteIn(folder) {
  const program = join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}
