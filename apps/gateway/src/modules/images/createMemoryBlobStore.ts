import type { BlobStore, StoredBlob } from './BlobStore.ts'

/** Creates a store of blobs in memory, `maxBytes` in total. */
export function createMemoryBlobStore({ maxBytes }: { maxBytes: number }): BlobStore {
  // Least recently used first.
  const blobs = new Map<string, StoredBlob>()
  let size = 0

  function remove(key: string): StoredBlob | undefined {
    const blob = blobs.get(key)
    if (blob && blobs.delete(key)) size -= blob.bytes.length
    return blob
  }
  function add(key: string, blob: StoredBlob): void {
    blobs.set(key, blob)
    size += blob.bytes.length
  }

  return {
    async get(key) {
      const blob = remove(key)
      if (!blob) return undefined
      add(key, blob)
      return { mediaType: blob.mediaType, bytes: Buffer.from(blob.bytes) }
    },
    async put(key, { mediaType, bytes }) {
      remove(key)
      if (bytes.length > maxBytes) return
      add(key, { mediaType, bytes: Buffer.from(bytes) })
      for (const oldest of blobs.keys()) {
        if (size <= maxBytes) break
        remove(oldest)
      }
    },
  }
}
