import * as z from 'zod/mini'
import { socialProvider } from '../social/socialProvider.ts'
import { emailClaimResponse, sealedClaim } from './claims.ts'
import { challengeId, compactJwe, pageOrigin, secretHandle, userId } from './primitives.ts'

/*
 * `/v1/social/…`: how the vault verifies an account at a provider of social logins. All requests have a DPoP proof (RFC 9449):
 * `start`, `wait` and `claim` by the frame's key, `open` and `finish` by the key of the wallet's page that goes to the provider.
 * That page builds the authorization request itself, so that no server can swap the nonce or the PKCE challenge: see
 * `socialNonceFields` and `socialVerifierFields`.
 */

/**
 * `POST /v1/social/start`. `challenge`: that of the gateway's introduction, which goes into the nonce. `redirect`: the provider's
 * page takes the place of the host page, instead of a window beside it. The claim then needs the handle that `finish` returns.
 */
export const socialStartRequest = z.strictObject({
  provider: socialProvider,
  origin: pageOrigin,
  projectId: z.string().check(z.minLength(1), z.maxLength(128)),
  challenge: secretHandle,
  redirect: z.optional(z.literal(true)),
})
export type SocialStartRequest = z.infer<typeof socialStartRequest>

/** `ticket` opens the login once, for ten minutes. `expiresAt` is ISO 8601. */
export const socialStartResponse = z.object({ tx: challengeId, ticket: secretHandle, expiresAt: z.string() })
export type SocialStartResponse = z.infer<typeof socialStartResponse>

/** `POST /v1/social/open`: uses the ticket and binds the login to the page's key. `rPage`: random value of the page. */
export const socialOpenRequest = z.strictObject({ ticket: secretHandle, rPage: secretHandle })
export type SocialOpenRequest = z.infer<typeof socialOpenRequest>

/** `rServer`: random value of the vault, for the PKCE verifier. */
export const socialOpenResponse = z.object({ rServer: secretHandle })
export type SocialOpenResponse = z.infer<typeof socialOpenResponse>

/**
 * `POST /v1/social/finish`: the parameters with which the provider returned, without `state`, which the page has verified. Apple
 * adds `user` on the first login.
 */
export const socialFinishRequest = z.strictObject({
  tx: challengeId,
  params: z.strictObject({
    code: z.optional(z.string().check(z.minLength(1), z.maxLength(4096))),
    iss: z.optional(z.string().check(z.maxLength(300))),
    error: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
    user: z.optional(z.string().check(z.maxLength(2048))),
  }),
})
export type SocialFinishRequest = z.infer<typeof socialFinishRequest>

/**
 * `done`: the account is verified. `refused`: the visitor cancelled at the provider. `failed`: the provider gave no valid answer.
 * `handle`, of a login with `redirect` that is done: the page takes it back to the frame, in the address of the host page. Each
 * answer has another one, and the latest counts.
 */
export const socialFinishResponse = z.object({
  status: z.enum(['done', 'refused', 'failed']),
  handle: z.optional(secretHandle),
})
export type SocialFinishResponse = z.infer<typeof socialFinishResponse>

/** `POST /v1/social/wait` takes `challengeRequest` and waits up to 25 seconds for a change after `pending` or `opened`. */
export const socialWaitResponse = z.object({
  status: z.enum(['pending', 'opened', 'done', 'refused', 'failed']),
})
export type SocialWaitResponse = z.infer<typeof socialWaitResponse>

/** The plaintext of `sealed` in a claim. `handle`: that of a login with `redirect`. */
export const sealedSocialClaim = z.strictObject({ ...sealedClaim.shape, handle: z.optional(secretHandle) })
export type SealedSocialClaim = z.infer<typeof sealedSocialClaim>

/** `POST /v1/social/claim`: `sealed` is a JWE of `sealedSocialClaim` to the vault. Once, by the frame that started the login. */
export const socialClaimRequest = z.strictObject({ sealed: compactJwe })
export type SocialClaimRequest = z.infer<typeof socialClaimRequest>

/** What the provider says about its account. `handle`: the public name, such as a login at GitHub. */
export const socialProfile = z.object({
  email: z.optional(z.string()),
  name: z.optional(z.string()),
  handle: z.optional(z.string()),
})
export type SocialProfile = z.infer<typeof socialProfile>

/**
 * `assertion`, `grant` and `hasAuto` as in `emailClaimResponse`; `assertion` has the provider in `method`. `idToken`: the
 * provider's, which the frame encrypts for the gateway; the vault deletes it with this answer. `linkable`: the account is new, and
 * its verified e-mail address has a user already. The visitor may log in with that address and attach the account to it.
 */
export const socialClaimResponse = z.object({
  assertion: z.string(),
  grant: secretHandle,
  userId,
  hasAuto: z.boolean(),
  profile: socialProfile,
  idToken: z.optional(z.string()),
  linkable: z.optional(z.boolean()),
})
export type SocialClaimResponse = z.infer<typeof socialClaimResponse>

/**
 * `POST /v1/social/attach`: makes the account of the claimed login `tx` another login of an existing user, in place of the new,
 * unused one. `grant`: that of a login of this user, by the same key, which the vault has verified itself and the gateway has
 * confirmed, in the last ten minutes: by e-mail, one whose link was approved, also in a browser that both know.
 */
export const socialAttachRequest = z.strictObject({ tx: challengeId, grant: secretHandle })
export type SocialAttachRequest = z.infer<typeof socialAttachRequest>

/** As after a claim: the gateway's proof with this assertion comes next, then `grants/activate`. */
export const socialAttachResponse = emailClaimResponse
export type SocialAttachResponse = z.infer<typeof socialAttachResponse>
