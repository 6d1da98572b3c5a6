import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Returns 16 hex digits of a SHA-256 over files and texts. A folder counts with the files directly in it, without tests.
 */
export async function hashFiles(paths: readonly string[], ...more: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of paths) {
    const names = (await stat(path)).isDirectory()
      ? (await readdir(path)).filter((name) => !name.endsWith('.test.ts')).sort()
      : ['']
    for (const name of names) hash.update(await readFile(join(path, name)))
  }
  for (const text of more) hash.update(text)
  return hash.digest('hex').slice(0, 16)
}
