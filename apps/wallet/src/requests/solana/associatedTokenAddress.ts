/*
 * The address of an associated token account. It is a program-derived address: the first of 256 hashes that is not a point on
 * Ed25519, so that no private key exists for it.
 *
 * https://solana.com/docs/core/pda, https://spl.solana.com/associated-token-account
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { programs } from './programs.ts'

const marker = utf8ToBytes('ProgramDerivedAddress')
const associatedToken = base58.decode(programs.associatedToken)

/**
 * Derives where an owner keeps a token. The result proves who owns a token account, without asking a node.
 *
 * @param program the token program of the mint
 */
export function associatedTokenAddress({
  owner,
  mint,
  program,
}: {
  owner: string
  mint: string
  program: string
}): string {
  const seeds = concatBytes(...[owner, program, mint].map((address) => base58.decode(address)))
  for (let bump = 255; bump >= 0; bump--) {
    const key = sha256(concatBytes(seeds, Uint8Array.of(bump), associatedToken, marker))
    if (!isPoint(key)) return base58.encode(key)
  }
  // Unreachable in practice: the probability is 1 in 2^256.
  throw new Error(`No address can be derived from ${owner} and ${mint}.`)
}

function isPoint(key: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(key)
    return true
  } catch {
    return false
  }
}
