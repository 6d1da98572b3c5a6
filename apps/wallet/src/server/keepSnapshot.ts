import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes a snapshot whole or not at all: a crash leaves the one before. */
export async function keepSnapshot(folder: string, name: string, value: unknown): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const next = join(folder, `${name}.${randomBytes(6).toString('hex')}.tmp`)
  await writeFile(next, JSON.stringify(value), { mode: 0o600 })
  await rename(next, join(folder, name))
}

/** The last snapshot; undefined where there is none that can be read. */
export async function readSnapshot(folder: string, name: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folder, name), 'utf8'))
  } catch {
    // The first start, or a file somebody has cut: the servers are asked.
    return undefined
  }
}
