import * as z from 'zod/mini'
import { loginMethod } from '../social/loginMethod.ts'
import { challengeId, keyThumbprint, publicKey, userId } from './primitives.ts'

const { kty, crv, x, y } = publicKey.shape

/**
 * `GET /.well-known/jwks.json` of the vault: keys to verify its signatures, and keys to encrypt to. `mailHost` is the
 * SHA-256 of the host of its mail server, so that the gateway can tell whether both use the same.
 */
export const vaultKeysResponse = z.object({
  mailHost: z.optional(keyThumbprint),
  keys: z.array(
    z.discriminatedUnion('use', [
      z.object({ kty, crv, x, y, kid: z.string(), use: z.literal('sig'), alg: z.literal('ES256') }),
      z.object({ kty, crv, x, y, kid: z.string(), use: z.literal('enc'), alg: z.literal('ECDH-ES') }),
    ]),
  ),
})
export type VaultKeysResponse = z.infer<typeof vaultKeysResponse>

/**
 * The claims of the identity assertion (`typ: "identity+jwt"`, ES256, valid for 60 seconds).
 *
 * `heldUntil`: until then (seconds since 1970) the key must wait for the recovery secret; absent if it need not.
 * `deviceSince`: when the key first logged in as this user; 0 for the key that created the user.
 * `address`: a hash of the address that was verified, see `hashAddress` in `@portico/server`. Introductions at the gateway
 * require it; vaults from before introductions do not state it.
 */
export const identityAssertion = z.object({
  iss: z.string(),
  aud: z.literal('portico-gateway'),
  sub: userId,
  method: loginMethod,
  jkt: keyThumbprint,
  tx: challengeId,
  address: z.optional(keyThumbprint),
  projectId: z.string(),
  origin: z.string(),
  iat: z.number(),
  exp: z.number(),
  jti: z.string(),
  heldUntil: z.optional(z.number()),
  deviceSince: z.optional(z.number()),
})
export type IdentityAssertion = z.infer<typeof identityAssertion>
