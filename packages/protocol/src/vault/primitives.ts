import * as z from 'zod/mini'

/** Bytes as base64url without padding (RFC 4648, section 5). */
export const base64url = z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(2048))

/** A JWE in compact form (RFC 7516): ECDH-ES with A256GCM. */
export const compactJwe = z
  .string()
  .check(
    z.maxLength(8192),
    z.regex(/^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/),
  )

/** A secret handle: 256 random bits as base64url. */
export const secretHandle = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** `usr_` and 128 random bits. */
export const userId = z.string().check(z.regex(/^usr_[A-Za-z0-9_-]{22}$/))

/** `tx_` and 128 random bits: the ID of a challenge, which is one login attempt or one step of an address change. */
export const challengeId = z.string().check(z.regex(/^tx_[A-Za-z0-9_-]{22}$/))

/** The ID of a wallet or slot, created by the wallet's frame. */
export const walletPartId = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))

/** The thumbprint of a key (RFC 7638): SHA-256 as base64url. */
export const keyThumbprint = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** An e-mail address as typed. The vault validates it. */
export const emailInput = z.string().check(z.minLength(3), z.maxLength(320))

/** The origin of a page, such as `https://app.example`. */
export const pageOrigin = z.string().check(
  z.maxLength(300),
  z.refine((value) => URL.canParse(value) && new URL(value).origin === value, {
    error: 'must be an origin such as https://app.example',
  }),
)

/** A P-256 public key (RFC 7517). */
export const publicKey = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  y: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
})
