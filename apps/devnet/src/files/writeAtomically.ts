import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Writes a file atomically: writes a temporary file, flushes it to disk and renames it. The folder is created if
 * absent.
 */
export async function writeAtomically({
  file,
  text,
}: {
  file: string
  text: string | Uint8Array
}): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const temporaryFile = `${file}.${randomUUID()}.tmp`
  try {
    const handle = await open(temporaryFile, 'wx')
    try {
      await handle.writeFile(text)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporaryFile, file)
  } catch (error) {
    await rm(temporaryFile, { force: true })
    throw error
  }
}
