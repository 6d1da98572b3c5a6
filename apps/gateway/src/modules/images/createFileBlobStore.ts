import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore } from './BlobStore.ts'

/** Fraction of `maxBytes` that a sweep frees in addition, so that not every write needs a sweep. */
const slack = 0.1
/** A draft older than this was left by a process that ended. */
const maxDraftAgeMs = 3_600_000

/**
 * Creates a store of blobs as files in one folder, `maxBytes` in total. A file contains the media type, a line feed
 * and the bytes; its modification time is the time of its last read. Several processes may share the folder.
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
  /** Bytes in the folder, as far as this process knows. A sweep also counts the files of other processes. */
  let size: number | undefined
  let sweeping: Promise<void> | undefined
  const fileOf = (key: string) => {
    if (!/^[0-9a-f]{64}$/.test(key)) throw new Error('The key of a blob must be 64 hex digits.')
    return join(folder, key)
  }

  async function touch(path: string): Promise<void> {
    const at = new Date(now())
    // Another process may have removed the file.
    await utimes(path, at, at).catch(() => undefined)
  }

  async function sweep(): Promise<void> {
    const files: { path: string; bytes: number; readAt: number }[] = []
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      // Another process may have removed the file between the two calls.
      const stats = await stat(path).catch(() => undefined)
      if (!stats) continue
      if (name.endsWith('.draft')) {
        // Drafts have the file system's time, so compare with the real clock instead of `now`.
        if (stats.mtimeMs < Date.now() - maxDraftAgeMs) await rm(path, { force: true })
      } else files.push({ path, bytes: stats.size, readAt: stats.mtimeMs })
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
      // Write to a draft and rename it, so that other processes never see a partial file.
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
