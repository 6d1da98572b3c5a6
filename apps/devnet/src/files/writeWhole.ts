import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file so that a reader, or a start after a crash, finds the old text or the new one and never a part:
 * it is written beside, flushed to the disk and renamed. The folder is created if absent.
 */
export async function writeWhole({ file, text }: { file: string; text: string | Uint8Array }): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const beside = `${file}.${randomUUID()}.tmp`
  try {
    const handle = await open(beside, 'wx')
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(beside, file)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}
