import { createHash } from 'node:crypto'
import type { WorkProof } from '@portico/protocol/vault'

/** Solves a challenge by counting, independently of the wallet's own code. */
export function solveWork({ challenge, bits }: { challenge: string; bits: number }): WorkProof {
  for (let nonce = 0; ; nonce++) {
    const hash = createHash('sha256').update(`${challenge}.${nonce}`).digest()
    if (hash.readUInt32BE() < 2 ** (32 - bits)) return { challenge, nonce }
  }
}
