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

/** `tx_` and 128 random bits: one attempt to log in, or one step of changing the address. */
export const transactionId = z.string().check(z.regex(/^tx_[A-Za-z0-9_-]{22}$/))

/** An id that the wallet's frame has made, of a wallet or of a slot. */
export const walletPartId = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))

/** RFC 7638 thumbprint of a key, SHA-256 as base64url. */
export const keyThumbprint = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** An e-mail address as it was typed; the vault has the last word on what is one. */
export const emailInput = z.string().check(z.minLength(3), z.maxLength(320))

/** The origin of a page, such as `https://app.example`. */
export const pageOrigin = z.string().check(
  z.maxLength(300),
  z.refine((value) => URL.canParse(value) && new URL(value).origin === value, {
    error: 'must be an origin such as https://app.example',
  }),
)

/** The public half of a P-256 key (RFC 7517). */
export const publicKey = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
  y: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
})
