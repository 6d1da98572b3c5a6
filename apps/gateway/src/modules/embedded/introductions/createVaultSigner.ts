import { randomBytes } from 'node:crypto'
import { type JWTPayload, SignJWT } from 'jose'
import type { WalletKeys } from '../secrets/loadWalletKeys.ts'

/** Lifetime in seconds: the statement is sent to the vault at once. */
const lifetimeSeconds = 120

/** Creates a function that signs statements of the gateway for the vault, valid for two minutes. */
export function createVaultSigner({
  keys,
  issuer,
  now,
}: {
  keys: Pick<WalletKeys, 'signing'>
  issuer: string
  now: () => number
}) {
  return (
    typ: 'introduced+jwt' | 'address-change+jwt' | 'notice+jwt',
    claims: JWTPayload,
  ): Promise<string> => {
    const at = Math.floor(now() / 1000)
    return new SignJWT({ jti: randomBytes(16).toString('base64url'), ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: keys.signing.kid, typ })
      .setIssuer(issuer)
      .setAudience('portico-vault')
      .setIssuedAt(at)
      .setExpirationTime(at + lifetimeSeconds)
      .sign(keys.signing.key)
  }
}
