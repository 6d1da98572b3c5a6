/** Bytes with their media type. */
export type StoredBlob = { mediaType: string; bytes: Buffer }

/** Bytes by the hash that names them; a cache, so anything may be gone again. Every kind passes `testBlobStore`. */
export type BlobStore = {
  /** `key` is 64 hex digits, lower case. */
  get(key: string): Promise<StoredBlob | undefined>
  /** Keeps it; what has not been read for the longest time goes if there is no more room. */
  put(key: string, blob: StoredBlob): Promise<void>
}
