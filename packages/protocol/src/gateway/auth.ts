import * as z from 'zod/mini'

/**
 * `GET /auth/v1/nonce`: a single-use nonce, and a token that proves that this server issued it. Valid for ten
 * minutes.
 */
export const nonceResponse = z.object({ nonce: z.string(), token: z.string() })
export type NonceResponse = z.infer<typeof nonceResponse>

/**
 * `POST /auth/v1/authenticate` and `POST /auth/v1/link`, with `x-nonce-jwt: Bearer <token>`. `message` is the signed
 * text.
 *
 * `login` belongs to a message that the embedded wallet wrote and signed as part of a login. Its nonce is then
 * `mixNonce({ nonce, random })` of `@portico/siwx`, with the issued nonce and the wallet's random value, and it has exactly
 * the form of `createLoginMessage`. Such a message expires within ten minutes; `expiresAt` (ISO 8601) says when the session
 * ends, seven days after the sign-in at the latest.
 */
export const authenticateRequest = z.object({
  message: z.string().check(z.maxLength(8192)),
  signature: z.string().check(z.maxLength(65_536)),
  data: z.optional(z.record(z.string(), z.unknown())),
  login: z.optional(
    z.object({
      random: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
      expiresAt: z.iso.datetime(),
    }),
  ),
})
export type AuthenticateRequest = z.infer<typeof authenticateRequest>

/**
 * `token` is the session JWT (EdDSA). Its `sub` is the CAIP-10 account; `accounts` lists all linked accounts, if
 * there are any.
 */
export const authenticateResponse = z.object({ token: z.string() })
export type AuthenticateResponse = z.infer<typeof authenticateResponse>

/**
 * `GET /auth/v1/me` and each row of `GET /auth/v1/sessions`. Times are ISO 8601. `accounts` are the CAIP-10 accounts
 * of the session; the first one is the account that signed in.
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

/** `GET /.well-known/jwks.json`: the public keys that verify session tokens (RFC 7517, Ed25519). */
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
