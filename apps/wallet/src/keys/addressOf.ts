import { keccak_256 } from '@noble/hashes/sha3.js'
import type { Hex } from 'viem'
import { getAddress } from 'viem/utils'

/** Returns the address of an uncompressed public key, with its checksum (EIP-55). */
export function addressOf(publicKey: Uint8Array): Hex {
  const hash = keccak_256(publicKey.subarray(1)).subarray(12)
  return getAddress(`0x${Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')}`)
}
