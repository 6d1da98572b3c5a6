import * as z from 'zod/mini'
import {
  challengeId,
  compactJwe,
  emailInput,
  keyThumbprint,
  pageOrigin,
  secretHandle,
  userId,
} from '../vault/primitives.ts'
import { walletSessionResponse } from './embedded.ts'
import { problem } from './problem.ts'

/*
 * `/wallet/v1/introductions/…`: how the gateway itself verifies who uses a key of the wallet's frame, with a code that it
 * mails. All requests have a DPoP proof (RFC 9449) with a nonce of the gateway. What is sealed is a JWE to the `enc` key
 * of `GET /wallet/v1/jwks`.
 */

/** How a person proves who they are. */
export const introductionWay = z.literal('email')
export type IntroductionWay = z.infer<typeof introductionWay>

/**
 * The format of a code. `digits`: six digits, for a key that the gateway knows. `short` and `long`: six or twelve letters
 * and digits (Crockford's base 32), for a new key; long ones while many codes are being guessed.
 */
export const introductionCodeFormat = z.enum(['digits', 'short', 'long'])
export type IntroductionCodeFormat = z.infer<typeof introductionCodeFormat>

/** `POST /wallet/v1/introductions`: starts an introduction. */
export const introductionRequest = z.strictObject({ way: introductionWay, sealed: compactJwe })
export type IntroductionRequest = z.infer<typeof introductionRequest>

/** The plaintext of `sealed` when starting: the address as typed, and the challenge `tx` of the vault. */
export const sealedIntroduction = z.strictObject({
  email: emailInput,
  jkt: keyThumbprint,
  tx: challengeId,
  origin: pageOrigin,
  projectId: z.string().check(z.minLength(1), z.maxLength(128)),
})
export type SealedIntroduction = z.infer<typeof sealedIntroduction>

/**
 * `id` has 256 random bits and must not be sent to the vault. `known`: this key has been introduced with this address
 * before, so the code is mailed already; otherwise it is mailed once the vault has verified the address.
 */
export const introductionResponse = z.object({
  id: secretHandle,
  known: z.boolean(),
  format: introductionCodeFormat,
})
export type IntroductionResponse = z.infer<typeof introductionResponse>

/** `POST /wallet/v1/introductions/:id/mail`: the vault's assertion, which has the mailed address in `address`. */
export const introductionMailRequest = z.strictObject({
  assertion: z.string().check(z.minLength(1), z.maxLength(4096)),
})
export type IntroductionMailRequest = z.infer<typeof introductionMailRequest>

/** A code was mailed; it invalidates an older one. `resendAfter` is in seconds. */
export const introductionMailResponse = z.object({
  format: introductionCodeFormat,
  resendAfter: z.number(),
})
export type IntroductionMailResponse = z.infer<typeof introductionMailResponse>

/** `POST /wallet/v1/introductions/:id/resend` */
export const introductionResendRequest = z.strictObject({})

/** `POST /wallet/v1/introductions/:id/code`: the typed code. */
export const introductionCodeRequest = z.strictObject({ sealed: compactJwe })
export type IntroductionCodeRequest = z.infer<typeof introductionCodeRequest>

/** The plaintext of `sealed` with a code, as typed. */
export const sealedIntroductionCode = z.strictObject({
  code: z.string().check(z.minLength(1), z.maxLength(64)),
  jkt: keyThumbprint,
  id: secretHandle,
})
export type SealedIntroductionCode = z.infer<typeof sealedIntroductionCode>

/** A session, and the gateway's statement for the vault about this introduction: a JWS of `introducedStatement`. */
export const introductionCodeResponse = z.extend(walletSessionResponse, { introduced: z.string() })
export type IntroductionCodeResponse = z.infer<typeof introductionCodeResponse>

/**
 * The claims of the gateway's statement (`typ: "introduced+jwt"`, ES256, valid for 120 seconds): this key was used by the
 * person with this address. `address` is a hash: see `hashAddress` in `@portico/server`.
 */
export const introducedStatement = z.object({
  iss: z.string(),
  aud: z.literal('portico-vault'),
  sub: userId,
  jkt: keyThumbprint,
  tx: challengeId,
  way: introductionWay,
  address: keyThumbprint,
  iat: z.number(),
  exp: z.number(),
  jti: z.string(),
})
export type IntroducedStatement = z.infer<typeof introducedStatement>

/** A problem of these routes. `retryAfter` is in seconds; `triesLeft` is the number of remaining attempts. */
export const introductionProblem = z.extend(problem, {
  retryAfter: z.optional(z.number()),
  triesLeft: z.optional(z.number()),
})
export type IntroductionProblem = z.infer<typeof introductionProblem>
