import { base58 } from '@scure/base'
import { isOnCurve } from './isOnCurve.ts'
import { programs } from './programs.ts'

const marker = new TextEncoder().encode('ProgramDerivedAddress')

/**
 * Derives the address at which an owner keeps a token (the associated token account): the first of 256 hashes that is not a point
 * on Ed25519.
 *
 * @param parameters.program the token program of the mint
 * @see https://solana.com/docs/core/pda
 */
export async function tokenAccountAddress({
  owner,
  mint,
  program,
}: {
  owner: string
  mint: string
  program: string
}): Promise<string> {
  const seeds = [owner, program, mint].flatMap((address) => [...base58.decode(address)])
  const suffix = [...base58.decode(programs.associatedToken), ...marker]
  for (let bump = 255; bump >= 0; bump--) {
    const key = new Uint8Array(
      await crypto.subtle.digest('SHA-256', Uint8Array.from([...seeds, bump, ...suffix])),
    )
    if (!isOnCurve(key)) return base58.encode(key)
  }
  // Unreachable in practice: the probability is 1 in 2^256.
  throw new Error(`No token account can be derived for ${owner}.`)
}
