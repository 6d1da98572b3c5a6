import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { checksumAddress } from '@portico/siwx'
import type { Hex } from 'viem'

/** Returns the address of an uncompressed public key, with its checksum (EIP-55). */
export function addressOf(publicKey: Uint8Array): Hex {
  const hash = keccak_256(publicKey.subarray(1)).subarray(12)
  return checksumAddress(`0x${bytesToHex(hash)}`) as Hex
}
