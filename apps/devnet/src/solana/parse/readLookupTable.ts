import { base58 } from '@scure/base'

/** Returns the addresses of a lookup table, which follow a header of 56 bytes. */
export function readLookupTable(data: Uint8Array): string[] {
  const addresses: string[] = []
  for (let at = 56; at + 32 <= data.length; at += 32)
    addresses.push(base58.encode(data.subarray(at, at + 32)))
  return addresses
}
