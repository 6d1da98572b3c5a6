import { randomBytes } from 'node:crypto'
import type { IntroducedStatement } from '@portico/protocol/gateway'
import { SignJWT } from 'jose'
import type { WalletKeys } from '../secrets/loadWalletKeys.ts'

/** Lifetime in seconds: the frame sends the statement to the vault at once. */
const lifetimeSeconds = 120

/**
 * Creates a function that signs the gateway's statement for the vault: a key was introduced as a user, by a code mailed to
 * this address. It names the vault's challenge, so it is worth nothing for another login.
 */
export function createIntroducedStatements({
  keys,
  issuer,
  now,
}: {
  keys: Pick<WalletKeys, 'signing'>
  issuer: string
  now: () => number
}) {
  return (claims: Pick<IntroducedStatement, 'sub' | 'jkt' | 'tx' | 'way' | 'address'>): Promise<string> => {
    const at = Math.floor(now() / 1000)
    return new SignJWT({ ...claims, jti: randomBytes(16).toString('base64url') })
      .setProtectedHeader({ alg: 'ES256', kid: keys.signing.kid, typ: 'introduced+jwt' })
      .setIssuer(issuer)
      .setAudience('portico-vault')
      .setIssuedAt(at)
      .setExpirationTime(at + lifetimeSeconds)
      .sign(keys.signing.key)
  }
}

export type SignIntroduced = ReturnType<typeof createIntroducedStatements>
