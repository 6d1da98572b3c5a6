// SLIP-10 for ed25519: HMAC-SHA-512, hardened children only.
// https://github.com/satoshilabs/slips/blob/master/slip-0010.md
import { hmac } from '@noble/hashes/hmac.js'
import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'

const hardened = 0x8000_0000

/** Derives a private key of ed25519 from a seed. The index of each level is hardened: the curve has no others. */
export function deriveEd25519Key(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, utf8ToBytes('ed25519 seed'), seed)
  for (const index of path) {
    const data = concatBytes(Uint8Array.of(0), node.subarray(0, 32), toBytes(index + hardened))
    const child = hmac(sha512, node.subarray(32), data)
    data.fill(0)
    node.fill(0)
    node = child
  }
  const key = node.slice(0, 32)
  node.fill(0)
  return key
}

/** Encodes a number as four bytes, the most significant first. */
function toBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, value)
  return bytes
}
