import * as z from 'zod/mini'

/** `GET /auth/v1/nonce`: a single-use nonce and the token that proves it was issued here; both live ten minutes. */
export const nonceResponse = z.object({ nonce: z.string(), token: z.string() })
export type NonceResponse = z.infer<typeof nonceResponse>

/** `POST /auth/v1/authenticate` and `POST /auth/v1/link`, with `x-nonce-jwt: Bearer <token>`. `message` is the signed text itself. */
export const authenticateRequest = z.object({
  message: z.string().check(z.maxLength(8192)),
  signature: z.string().check(z.maxLength(65_536)),
  data: z.optional(z.record(z.string(), z.unknown())),
})
export type AuthenticateRequest = z.infer<typeof authenticateRequest>

/**
 * `token` is the session JWT (EdDSA) whose `sub` is the CAIP-10 account; where others were linked, `accounts` names all.
 */
export const authenticateResponse = z.object({ token: z.string() })
export type AuthenticateResponse = z.infer<typeof authenticateResponse>

/**
 * `GET /auth/v1/me` and each row of `GET /auth/v1/sessions`. Times are ISO 8601; `accounts` are all of the session in
 * CAIP-10, the one it began with first.
 */
export const sessionResponse = z.object({
  id: z.string(),
  address: z.string(),
  chainId: z.string(),
  caipAddress: z.string(),
  accounts: z.array(z.string()),
  domain: z.string(),
  issuedAt: z.string(),
  expiresAt: z.string(),
})
export type SessionResponse = z.infer<typeof sessionResponse>

/** `GET /auth/v1/sessions` */
export const sessionsResponse = z.object({ data: z.array(sessionResponse) })
export type SessionsResponse = z.infer<typeof sessionsResponse>

/** `GET /.well-known/jwks.json`: the public keys session tokens are checked with (RFC 7517, Ed25519). */
export const jwksResponse = z.object({
  keys: z.array(
    z.object({
      kty: z.literal('OKP'),
      crv: z.literal('Ed25519'),
      x: z.string(),
      kid: z.string(),
      alg: z.literal('EdDSA'),
      use: z.literal('sig'),
    }),
  ),
})
export type JwksResponse = z.infer<typeof jwksResponse>
