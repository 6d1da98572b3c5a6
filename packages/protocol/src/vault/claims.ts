import * as z from 'zod/mini'
import { challengeId, compactJwe, keyThumbprint, publicKey, secretHandle, userId } from './primitives.ts'

/*
 * The vault verifies the link of a login and the gateway the code, and neither releases anything without the statement of the
 * other. `POST /v1/email/link` takes `challengeRequest`, mails a link to a key that the vault knows and the gateway does not, and
 * answers as `/v1/email/start` does.
 */

const statement = z.string().check(z.minLength(1), z.maxLength(4096))

/**
 * `POST /v1/email/claim`: completes the login once the link was approved. Without a link, for a key that both servers know,
 * it needs the gateway's statement `introduced`. `attach`: a grant as in `socialAttachRequest`; the address becomes another login
 * of that user, who has none yet.
 */
export const emailClaimRequest = z.strictObject({
  sealed: compactJwe,
  introduced: z.optional(statement),
  attach: z.optional(secretHandle),
})
export type EmailClaimRequest = z.infer<typeof emailClaimRequest>

/** The plaintext of `sealed`: the challenge, and the key to encrypt the released secret to. */
export const sealedClaim = z.strictObject({ tx: challengeId, jkt: keyThumbprint, releaseKey: publicKey })
export type SealedClaim = z.infer<typeof sealedClaim>

/**
 * `assertion` is a single-use JWT, valid for 60 seconds, for the gateway. `grant` gives access to `/v1/auto/*` once it is
 * activated, or at once if the request contained `introduced`. `hasAuto`: whether a recovery secret of this user is stored.
 */
export const emailClaimResponse = z.object({
  assertion: z.string(),
  grant: secretHandle,
  userId,
  hasAuto: z.boolean(),
})
export type EmailClaimResponse = z.infer<typeof emailClaimResponse>

/**
 * `POST /v1/grants/activate`: makes a grant valid for ten minutes, with the gateway's statement that this key was used by the
 * person with this address (`introduced+jwt`, see `introducedStatement`).
 */
export const grantActivateRequest = z.strictObject({ grant: secretHandle, introduced: statement })
export type GrantActivateRequest = z.infer<typeof grantActivateRequest>
