import * as z from 'zod/mini'
import { languageTag } from '../languageTag.ts'
import { challengeId, emailInput, pageOrigin } from './primitives.ts'
import { workProof } from './work.ts'

/**
 * `POST /v1/email/start`: starts a login with an e-mail address on a page. The vault mails a link, and nothing to a key that has
 * logged in with this address before; codes are mailed and verified by the gateway (`/wallet/v1/introductions`). `work` answers
 * the problem `work-required`, which a key that is new to this address gets while many strangers log in.
 */
export const emailStartRequest = z.strictObject({
  email: emailInput,
  origin: pageOrigin,
  projectId: z.string().check(z.minLength(1), z.maxLength(128)),
  /** The language of the mails; stored with the user when the login is completed. */
  language: z.optional(languageTag),
  work: z.optional(workProof),
})
export type EmailStartRequest = z.infer<typeof emailStartRequest>

/**
 * `VERIFY_DEVICE`: a link was mailed; on its page the visitor types `matchCode`, which only this window shows. `VERIFY_OTP`:
 * nothing was mailed, because this key has logged in with this address before; if the gateway knows it as well, its code is
 * enough, else `/v1/email/link` mails a link. Does not reveal whether the address is registered. `expiresAt` is ISO 8601,
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

/**
 * `approved`: the link was approved. `statement`: for a change of address, what to hand to the gateway
 * (`typ: "email-approved+jwt"`).
 */
export const emailDeviceResponse = z.object({
  status: z.enum(['pending', 'approved']),
  statement: z.optional(z.string()),
})
export type EmailDeviceResponse = z.infer<typeof emailDeviceResponse>

/** A new link invalidates the previous one. `resendAfter` is in seconds. */
export const emailResendResponse = z.object({ resendAfter: z.number() })
export type EmailResendResponse = z.infer<typeof emailResendResponse>
