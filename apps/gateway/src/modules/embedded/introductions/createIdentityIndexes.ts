import { hashFields } from '@portico/server'
import { macFields } from './macFields.ts'

/** The HMAC of an identity under one pepper. */
export type IdentityIndex = { ix: string; pepperId: string }

/** The HMACs of an identity. The first is stored; the others find rows from before a change of the pepper. */
export type IdentityIndexes = readonly [IdentityIndex, ...IdentityIndex[]]

/**
 * Creates the function that returns the HMACs under which an identity is stored and found without being readable.
 *
 * @param peppers the primary pepper, then older ones. Without an older pepper, its identities are not found any more.
 */
export function createIdentityIndexes({ peppers }: { peppers: readonly [Buffer, ...Buffer[]] }) {
  const indexWith =
    ({ way, subject }: { way: string; subject: string }) =>
    (pepper: Buffer): IdentityIndex => ({
      ix: macFields(pepper, ['identity', way, subject]),
      pepperId: hashFields('portico/pepper', pepper.toString('base64url')).slice(0, 11),
    })

  return (identity: { way: string; subject: string }): IdentityIndexes => {
    const [first, ...others] = peppers
    return [indexWith(identity)(first), ...others.map(indexWith(identity))]
  }
}

export type IdentityIndexesOf = ReturnType<typeof createIdentityIndexes>
