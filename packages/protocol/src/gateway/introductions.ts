import * as z from 'zod/mini'
import { languageTag } from '../languageTag.ts'
import { identityProvider } from '../social/identityProvider.ts'
import { loginMethod } from '../social/loginMethod.ts'
import { signedSiwf } from '../vault/farcaster.ts'
import {
  challengeId,
  compactJwe,
  emailInput,
  keyThumbprint,
  pageOrigin,
  secretHandle,
  userId,
} from '../vault/primitives.ts'
import { socialFinishRequest } from '../vault/social.ts'
import { walletSessionResponse } from './embedded.ts'
import { problem } from './problem.ts'

/*
 * `/wallet/v1/introductions/…`: how the gateway itself verifies who uses a key of the wallet's frame, with a code that it
 * mails. All requests have a DPoP proof (RFC 9449) with a nonce of the gateway. What is sealed is a JWE to the `enc` key
 * of `GET /wallet/v1/jwks`.
 */

/** How a person proves who they are. */
export const introductionWay = loginMethod
export type IntroductionWay = z.infer<typeof introductionWay>

/**
 * The format of a code. `digits`: six digits, for a key that the gateway knows. `short` and `long`: six or twelve letters
 * and digits (Crockford's base 32), for a new key; long ones while many codes are being guessed.
 */
export const introductionCodeFormat = z.enum(['digits', 'short', 'long'])
export type IntroductionCodeFormat = z.infer<typeof introductionCodeFormat>

/** `POST /wallet/v1/introductions`: starts an introduction. */
export const introductionRequest = z.strictObject({ way: z.literal('email'), sealed: compactJwe })
export type IntroductionRequest = z.infer<typeof introductionRequest>

/** The plaintext of `sealed` when starting: the address as typed, and the challenge `tx` of the vault. */
export const sealedIntroduction = z.strictObject({
  email: emailInput,
  jkt: keyThumbprint,
  tx: challengeId,
  origin: pageOrigin,
  projectId: z.string().check(z.minLength(1), z.maxLength(128)),
  /** The language of the mail with the code. */
  language: z.optional(languageTag),
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

/**
 * `POST /wallet/v1/introductions/social`: starts an introduction by a social login. The plaintext of `sealed` is
 * `sealedSocialIntroduction`.
 */
export const socialIntroductionRequest = z.strictObject({ way: identityProvider, sealed: compactJwe })
export type SocialIntroductionRequest = z.infer<typeof socialIntroductionRequest>

/** The plaintext of `sealed` when starting with a social login. */
export const sealedSocialIntroduction = z.strictObject({
  jkt: keyThumbprint,
  origin: pageOrigin,
  projectId: z.string().check(z.minLength(1), z.maxLength(128)),
})
export type SealedSocialIntroduction = z.infer<typeof sealedSocialIntroduction>

/**
 * `id` must not be sent to the vault. `challenge` goes into the nonce of the login: see `socialNonceFields`, and `siwfNonceFields` for
 * Farcaster. `second`: the provider issues no ID token, so that the gateway exchanges a code of its own; the page gets it before that
 * of the vault.
 */
export const socialIntroductionResponse = z.object({
  id: secretHandle,
  challenge: secretHandle,
  second: z.boolean(),
})
export type SocialIntroductionResponse = z.infer<typeof socialIntroductionResponse>

/**
 * `POST /wallet/v1/introductions/:id/second/open`: opens the gateway's own leg of a login at a provider without ID tokens, once, and
 * binds it to the key of the wallet's page. `rPage`: random value of the page.
 */
export const secondOpenRequest = z.strictObject({ rPage: secretHandle })
export type SecondOpenRequest = z.infer<typeof secondOpenRequest>

/** `rServer`: random value of the gateway, for the PKCE verifier: see `socialVerifierFields`. */
export const secondOpenResponse = z.object({ rServer: secretHandle })
export type SecondOpenResponse = z.infer<typeof secondOpenResponse>

/**
 * `POST /wallet/v1/introductions/:id/second/finish`: the parameters with which the provider returned, without `state`, which the
 * page has verified.
 */
export const secondFinishRequest = z.strictObject({ params: socialFinishRequest.shape.params })
export type SecondFinishRequest = z.infer<typeof secondFinishRequest>

/** `done`: the account is verified. `refused`: the visitor cancelled at the provider. `failed`: the provider gave no valid answer. */
export const secondFinishResponse = z.object({ status: z.enum(['done', 'refused', 'failed']) })
export type SecondFinishResponse = z.infer<typeof secondFinishResponse>

/**
 * `POST /wallet/v1/introductions/:id/proof`: the vault's assertion, and the gateway's own proof: the ID token of a provider that
 * issues one, the signed message of Farcaster, otherwise the leg that `second/finish` has finished. Answers as a typed code does.
 */
export const socialProofRequest = z.strictObject({ sealed: compactJwe })
export type SocialProofRequest = z.infer<typeof socialProofRequest>

/** The plaintext of `sealed` with the proof. */
export const sealedSocialProof = z.strictObject({
  id: secretHandle,
  jkt: keyThumbprint,
  assertion: z.string().check(z.minLength(1), z.maxLength(4096)),
  idToken: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
  siwf: z.optional(signedSiwf),
})
export type SealedSocialProof = z.infer<typeof sealedSocialProof>

/** A problem of these routes. `retryAfter` is in seconds; `triesLeft` is the number of remaining attempts. */
export const introductionProblem = z.extend(problem, {
  retryAfter: z.optional(z.number()),
  triesLeft: z.optional(z.number()),
})
export type IntroductionProblem = z.infer<typeof introductionProblem>
