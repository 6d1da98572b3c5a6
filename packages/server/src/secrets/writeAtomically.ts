import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Writes a draft that only this user can read, flushes it to disk and then gives it its name, so a crash never leaves a partial file.
 * With `link`, an existing file of another process stays; with `rename`, it is replaced.
 *
 * @throws the error of the file system
 */
export function writeAtomically(file: string, text: string, how: 'link' | 'rename'): void {
  const draft = `${file}.${randomUUID()}`
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const handle = openSync(draft, 'wx', 0o600)
  writeSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
  try {
    if (how === 'link') linkSync(draft, file)
    else renameSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
