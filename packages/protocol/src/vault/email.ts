import * as z from 'zod/mini'
import {
  compactJwe,
  emailInput,
  keyThumbprint,
  pageOrigin,
  publicKey,
  secretHandle,
  transactionId,
  userId,
} from './primitives.ts'

/** `POST /v1/email/start`: who wants to log in, and on which page. */
export const emailStartRequest = z.strictObject({
  email: emailInput,
  origin: pageOrigin,
  projectId: z.string().check(z.minLength(1), z.maxLength(128)),
})
export type EmailStartRequest = z.infer<typeof emailStartRequest>

/**
 * `VERIFY_DEVICE`: a link was mailed, and `matchCode` stands on its page. `VERIFY_OTP`: the code was mailed, as this key
 * has logged in with this address before. Says nothing about whether the address is known. `expiresAt` is ISO 8601,
 * `resendAfter` seconds from now.
 */
export const emailStartResponse = z.object({
  tx: transactionId,
  action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP']),
  matchCode: z.optional(z.string().check(z.regex(/^\d{2}$/))),
  expiresAt: z.string(),
  resendAfter: z.number(),
})
export type EmailStartResponse = z.infer<typeof emailStartResponse>

/** `POST /v1/email/device`, which waits up to 25 seconds, and `POST /v1/email/resend`. */
export const transactionRequest = z.strictObject({ tx: transactionId })
export type TransactionRequest = z.infer<typeof transactionRequest>

/** `approved`: the link was opened and approved, and the code has been mailed. */
export const emailDeviceResponse = z.object({ status: z.enum(['pending', 'approved']) })
export type EmailDeviceResponse = z.infer<typeof emailDeviceResponse>

/** A new code voids the old one. Seconds until the next may be asked for. */
export const emailResendResponse = z.object({ resendAfter: z.number() })
export type EmailResendResponse = z.infer<typeof emailResendResponse>

/** What carries a typed code: a JWE to the vault's key, so that nothing between reads or forges it. */
export const sealedRequest = z.strictObject({ sealed: compactJwe })
export type SealedRequest = z.infer<typeof sealedRequest>

/** Inside `sealed`: the code, what it is for, and the key that what is released will be sealed to. */
export const sealedCode = z.strictObject({
  code: z.string().check(z.regex(/^\d{6}$/)),
  tx: transactionId,
  jkt: keyThumbprint,
  releaseKey: publicKey,
})
export type SealedCode = z.infer<typeof sealedCode>

/**
 * `POST /v1/email/verify`. `assertion` (JWT, 60 seconds, single use) becomes a session at the gateway, `grant` opens
 * `/v1/auto/*` for ten minutes, `hasAuto` says whether a recovery secret of this user is kept.
 */
export const emailVerifyResponse = z.object({
  assertion: z.string(),
  grant: secretHandle,
  userId,
  hasAuto: z.boolean(),
})
export type EmailVerifyResponse = z.infer<typeof emailVerifyResponse>
