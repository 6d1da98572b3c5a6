/** Bytes with their media type. */
export type StoredBlob = { mediaType: string; bytes: Buffer }

/** A cache of blobs by hash; entries may disappear at any time. Every implementation passes `testBlobStore`. */
export type BlobStore = {
  /** `key` is 64 lower-case hex digits. */
  get(key: string): Promise<StoredBlob | undefined>
  /** Stores a blob; removes the least recently used blobs if the store is full. */
  put(key: string, blob: StoredBlob): Promise<void>
}
