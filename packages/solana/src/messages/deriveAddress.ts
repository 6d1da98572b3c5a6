import { base58 } from '@scure/base'
import { isOnCurve } from './isOnCurve.ts'

const marker = new TextEncoder().encode('ProgramDerivedAddress')

/**
 * Derives an address of a program: the first of 256 hashes that is not a point on Ed25519.
 *
 * @see https://solana.com/docs/core/pda
 */
export async function deriveAddress(seeds: readonly Uint8Array[], program: string): Promise<string> {
  const start = seeds.flatMap((seed) => [...seed])
  const suffix = [...base58.decode(program), ...marker]
  for (let bump = 255; bump >= 0; bump--) {
    const key = new Uint8Array(
      await crypto.subtle.digest('SHA-256', Uint8Array.from([...start, bump, ...suffix])),
    )
    if (!isOnCurve(key)) return base58.encode(key)
  }
  // Unreachable in practice: the probability is 1 in 2^256.
  throw new Error(`No address of ${program} can be derived.`)
}
