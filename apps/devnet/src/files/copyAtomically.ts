import { randomUUID } from 'node:crypto'
import { copyFile, rename } from 'node:fs/promises'

/** Copies a file atomically. */
export async function copyAtomically({ from, to }: { from: string; to: string }): Promise<void> {
  const temporaryFile = `${to}.${randomUUID()}.tmp`
  await copyFile(from, temporaryFile)
  await rename(temporaryFile, to)
}
