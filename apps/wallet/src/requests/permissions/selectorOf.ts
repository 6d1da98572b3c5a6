import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Hex } from 'viem'

/** Returns the selector of a function's signature, such as `post(string)`. */
export function selectorOf(signature: string): Hex {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(signature))).slice(0, 8)}`
}
