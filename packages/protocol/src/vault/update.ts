import * as z from 'zod/mini'
import { challengeId, emailInput, secretHandle, userId } from './primitives.ts'

/** `POST /v1/update/start`: `email` is the new address. */
export const updateStartRequest = z.strictObject({ userId, email: emailInput })
export type UpdateStartRequest = z.infer<typeof updateStartRequest>

/** The code was sent to the current address; `/v1/update/primary` verifies it. */
export const updateStartResponse = z.object({
  tx: challengeId,
  action: z.literal('VERIFY_PRIMARY_OTP'),
  expiresAt: z.string(),
  resendAfter: z.number(),
})
export type UpdateStartResponse = z.infer<typeof updateStartResponse>

/** `POST /v1/update/primary`: a second code was sent to the new address; `/v1/update/secondary` verifies it. */
export const updatePrimaryResponse = z.object({
  tx: challengeId,
  action: z.literal('VERIFY_SECONDARY_OTP'),
  expiresAt: z.string(),
  resendAfter: z.number(),
})
export type UpdatePrimaryResponse = z.infer<typeof updatePrimaryResponse>

/** `POST /v1/update/secondary`: the new address. */
export const updateSecondaryResponse = z.object({ email: z.string() })
export type UpdateSecondaryResponse = z.infer<typeof updateSecondaryResponse>

/** `POST /v1/update/revert`: the token of the link sent to the old address, valid for 72 hours. */
export const updateRevertRequest = z.strictObject({ token: secretHandle })
export type UpdateRevertRequest = z.infer<typeof updateRevertRequest>

/** The restored address, masked, and the statement to hand to the gateway (`typ: "email-reverted+jwt"`). */
export const updateRevertResponse = z.object({ email: z.string(), statement: z.string() })
export type UpdateRevertResponse = z.infer<typeof updateRevertResponse>
