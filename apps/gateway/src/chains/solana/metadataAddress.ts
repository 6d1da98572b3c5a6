/*
 * The address of a mint's Metaplex metadata. It is a program-derived address: the first of 256 hashes that is not a
 * point on Ed25519, so that no private key exists for it.
 *
 * https://solana.com/docs/core/pda, https://developers.metaplex.com/token-metadata
 */
import { createHash } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'
import { programs } from './programs.ts'

const program = base58.decode(programs.tokenMetadata)
const marker = Buffer.from('ProgramDerivedAddress')

/** Derives the address of a mint's metadata account. */
export function metadataAddress(mint: string): string {
  const seeds = Buffer.concat([Buffer.from('metadata'), program, base58.decode(mint)])
  for (let bump = 255; bump >= 0; bump--) {
    const hash = createHash('sha256').update(seeds).update(Uint8Array.of(bump)).update(program).update(marker)
    const key = hash.digest()
    if (!isPoint(key)) return base58.encode(key)
  }
  // Unreachable in practice: the probability is 1 in 2^256.
  throw new Error(`no address is derived from ${mint}`)
}

function isPoint(key: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(key)
    return true
  } catch {
    return false
  }
}
