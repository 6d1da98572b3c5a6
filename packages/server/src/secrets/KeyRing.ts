/** Keys that wrap other keys. New things are wrapped with `primary`; the others are there to read what is older. */
export type KeyRing = { primary: string; keys: ReadonlyMap<string, Uint8Array> }
