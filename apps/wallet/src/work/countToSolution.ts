import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { hasZeroBits, workText } from '@portico/protocol/vault'

/** Counts until a number solves the challenge; takes 2 to the power of `bits` hashes on average. */
export function countToSolution({ challenge, bits }: { challenge: string; bits: number }): number {
  for (let nonce = 0; ; nonce++)
    if (hasZeroBits(sha256(utf8ToBytes(workText({ challenge, nonce }))), bits)) return nonce
}
