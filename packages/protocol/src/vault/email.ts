import * as z from 'zod/mini'
import {
  challengeId,
  compactJwe,
  emailInput,
  keyThumbprint,
  pageOrigin,
  publicKey,
  secretHandle,
  userId,
} from './primitives.ts'
import { workProof } from './work.ts'

/**
 * `POST /v1/email/start`: starts a login with an e-mail address on a page. `work` answers the problem `work-required`, which a
 * key that is new to this address gets while many strangers log in. With `codeBy: 'gateway'` the vault mails only the link,
 * and none to a key that has logged in with this address before: the gateway mails the code
 * (`/wallet/v1/introductions`).
 */
export const emailStartRequest = z.strictObject({
  email: emailInput,
  origin: pageOrigin,
  projectId: z.string().check(z.minLength(1), z.maxLength(128)),
  work: z.optional(workProof),
  codeBy: z.optional(z.literal('gateway')),
})
export type EmailStartRequest = z.infer<typeof emailStartRequest>

/**
 * `VERIFY_DEVICE`: a link was mailed; on its page the visitor types `matchCode`, which only this window shows. `VERIFY_OTP`: a code was mailed, because this key
 * has logged in with this address before. Does not reveal whether the address is registered. `expiresAt` is ISO 8601,
 * `resendAfter` is in seconds.
 */
export const emailStartResponse = z.object({
  tx: challengeId,
  action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP']),
  matchCode: z.optional(z.string().check(z.regex(/^\d{2}$/))),
  expiresAt: z.string(),
  resendAfter: z.number(),
})
export type EmailStartResponse = z.infer<typeof emailStartResponse>

/**
 * `POST /v1/email/device`, which waits up to 25 seconds, and `POST /v1/email/resend`. `tx` is the ID of the
 * challenge.
 */
export const challengeRequest = z.strictObject({ tx: challengeId })
export type ChallengeRequest = z.infer<typeof challengeRequest>

/** `approved`: the link was opened and approved, and the code, if the vault mails it, has been mailed. */
export const emailDeviceResponse = z.object({ status: z.enum(['pending', 'approved']) })
export type EmailDeviceResponse = z.infer<typeof emailDeviceResponse>

/** A new code invalidates the previous one. `resendAfter` is in seconds. */
export const emailResendResponse = z.object({ resendAfter: z.number() })
export type EmailResendResponse = z.infer<typeof emailResendResponse>

/** A typed code as a JWE, encrypted to the vault's key, so that no server in between can read or forge it. */
export const sealedRequest = z.strictObject({ sealed: compactJwe })
export type SealedRequest = z.infer<typeof sealedRequest>

/** The plaintext of `sealed`: the code, its challenge, and the key to encrypt the released secret to. */
export const sealedCode = z.strictObject({
  code: z.string().check(z.regex(/^\d{6}$/)),
  tx: challengeId,
  jkt: keyThumbprint,
  releaseKey: publicKey,
})
export type SealedCode = z.infer<typeof sealedCode>

/**
 * `POST /v1/email/verify`. `assertion` is a single-use JWT, valid for 60 seconds, that the gateway exchanges for a
 * session. `grant` gives access to `/v1/auto/*` for ten minutes. `hasAuto`: whether a recovery secret of this user is
 * stored.
 */
export const emailVerifyResponse = z.object({
  assertion: z.string(),
  grant: secretHandle,
  userId,
  hasAuto: z.boolean(),
})
export type EmailVerifyResponse = z.infer<typeof emailVerifyResponse>
