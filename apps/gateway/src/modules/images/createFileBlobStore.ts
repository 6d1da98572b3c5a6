import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore } from './BlobStore.ts'

/** Room that is made beyond what is needed, so that the folder is not searched at every write. */
const slack = 0.1
/** A draft that old belongs to a process that is gone. */
const draftAge = 3_600_000

/**
 * Blobs as files of a folder, at most `maxBytes` together. A file is the media type, a line end and the bytes; its time
 * says when it was last read. Several processes may share the folder.
 */
export function createFileBlobStore({
  folder,
  maxBytes,
  now = Date.now,
}: {
  folder: string
  maxBytes: number
  now?: () => number
}): BlobStore {
  /** What is in the folder, as far as this process knows; other processes are seen when it is searched. */
  let size: number | undefined
  let sweeping: Promise<void> | undefined
  const fileOf = (key: string) => {
    if (!/^[0-9a-f]{64}$/.test(key)) throw new Error('A blob is named by 64 hex digits.')
    return join(folder, key)
  }

  async function touch(path: string): Promise<void> {
    const at = new Date(now())
    // Gone already: another process made room.
    await utimes(path, at, at).catch(() => undefined)
  }

  async function sweep(): Promise<void> {
    const files: { path: string; bytes: number; readAt: number }[] = []
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      // Gone between the two calls: another process made room.
      const facts = await stat(path).catch(() => undefined)
      if (!facts) continue
      if (name.endsWith('.draft')) {
        // A draft has the time of the file system, whatever clock this store was given.
        if (facts.mtimeMs < Date.now() - draftAge) await rm(path, { force: true })
      } else files.push({ path, bytes: facts.size, readAt: facts.mtimeMs })
    }
    size = files.reduce((sum, { bytes }) => sum + bytes, 0)
    if (size <= maxBytes) return
    const goal = maxBytes * (1 - slack)
    for (const { path, bytes } of files.sort((a, b) => a.readAt - b.readAt)) {
      await rm(path, { force: true })
      size -= bytes
      if (size <= goal) return
    }
  }

  return {
    async get(key) {
      const path = fileOf(key)
      const content = await readFile(path).catch(() => undefined)
      const end = content?.indexOf('\n') ?? -1
      if (!content || end === -1) return undefined
      await touch(path)
      return { mediaType: content.toString('latin1', 0, end), bytes: content.subarray(end + 1) }
    },
    async put(key, { mediaType, bytes }) {
      const path = fileOf(key)
      const content = Buffer.concat([Buffer.from(`${mediaType}\n`, 'latin1'), bytes])
      if (content.length > maxBytes) return
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Under its name only when it is whole.
      const draft = join(folder, `${randomUUID()}.draft`)
      await writeFile(draft, content, { mode: 0o600 })
      await rename(draft, path)
      await touch(path)
      if (size !== undefined) size += content.length
      if (size === undefined || size > maxBytes) {
        sweeping ??= sweep().finally(() => {
          sweeping = undefined
        })
        await sweeping
      }
    },
  }
}
