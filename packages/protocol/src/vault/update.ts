import * as z from 'zod/mini'
import { challengeId, emailInput, pageOrigin, secretHandle, userId } from './primitives.ts'

/*
 * `/v1/update/…`: the vault's half of a change of e-mail address. It verifies the new address with a link, and changes the
 * address only with the statement of the gateway, which verifies both addresses with codes
 * (`/wallet/v1/address-changes`).
 */

/** `POST /v1/update/start`: `email` is the new address, `origin` the page that asks. Nothing is mailed yet. */
export const updateStartRequest = z.strictObject({ userId, email: emailInput, origin: pageOrigin })
export type UpdateStartRequest = z.infer<typeof updateStartRequest>

/** The challenge of the change. `expiresAt` is ISO 8601. */
export const updateStartResponse = z.object({ tx: challengeId, expiresAt: z.string() })
export type UpdateStartResponse = z.infer<typeof updateStartResponse>

/**
 * `POST /v1/update/link`: mails the link to the new address; `/v1/email/resend` mails another one, and `/v1/email/device`
 * waits for its approval. `matchCode`: the two digits to type on its page. `resendAfter` is in seconds.
 */
export const updateLinkResponse = z.object({
  matchCode: z.string().check(z.regex(/^\d{2}$/)),
  resendAfter: z.number(),
})
export type UpdateLinkResponse = z.infer<typeof updateLinkResponse>

/** `POST /v1/update/finish`: the gateway's statement (`typ: "address-change+jwt"`), once the link is approved. */
export const updateFinishRequest = z.strictObject({
  tx: challengeId,
  statement: z.string().check(z.minLength(1), z.maxLength(4096)),
})
export type UpdateFinishRequest = z.infer<typeof updateFinishRequest>

/** The new address, and the statement to hand to the gateway (`typ: "email-changed+jwt"`). */
export const updateFinishResponse = z.object({ email: z.string(), changed: z.string() })
export type UpdateFinishResponse = z.infer<typeof updateFinishResponse>

/** `POST /v1/update/revert`: the token of the link sent to the old address, valid for 72 hours. */
export const updateRevertRequest = z.strictObject({ token: secretHandle })
export type UpdateRevertRequest = z.infer<typeof updateRevertRequest>

/** The restored address, masked, and the statement to hand to the gateway (`typ: "email-reverted+jwt"`). */
export const updateRevertResponse = z.object({ email: z.string(), statement: z.string() })
export type UpdateRevertResponse = z.infer<typeof updateRevertResponse>
