import { randomUUID } from 'node:crypto'
import { copyFile, rename } from 'node:fs/promises'

/** Copies a file so that the target is never seen half written. */
export async function copyWhole({ from, to }: { from: string; to: string }): Promise<void> {
  const beside = `${to}.${randomUUID()}.tmp`
  await copyFile(from, beside)
  await rename(beside, to)
}
