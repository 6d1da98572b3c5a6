import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes a snapshot atomically: a crash leaves the previous one. */
export async function keepSnapshot(folder: string, name: string, value: unknown): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const next = join(folder, `${name}.${randomBytes(6).toString('hex')}.tmp`)
  await writeFile(next, JSON.stringify(value), { mode: 0o600 })
  await rename(next, join(folder, name))
}

/** Reads the last snapshot; undefined if there is none, or it cannot be read. */
export async function readSnapshot(folder: string, name: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folder, name), 'utf8'))
  } catch {
    // First start, or a damaged file: the data is fetched from the servers.
    return undefined
  }
}
