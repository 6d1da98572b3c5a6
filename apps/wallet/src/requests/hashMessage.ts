import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Hex } from 'viem'

/**
 * Computes the hash for `personal_sign`: the bytes with a prefix that no transaction can start with.
 *
 * @see https://eips.ethereum.org/EIPS/eip-191
 */
export function hashMessage(bytes: Uint8Array): Hex {
  const prefix = utf8ToBytes(`\x19Ethereum Signed Message:\n${bytes.length}`)
  return `0x${bytesToHex(keccak_256(concatBytes(prefix, bytes)))}`
}
