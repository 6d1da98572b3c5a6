/** Key-encryption keys by ID. New values are encrypted under `primary`; the other keys only decrypt older values. */
export type KeyRing = { primary: string; keys: ReadonlyMap<string, Uint8Array> }
