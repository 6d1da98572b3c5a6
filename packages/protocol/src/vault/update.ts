import * as z from 'zod/mini'
import { emailInput, secretHandle, transactionId, userId } from './primitives.ts'

/** `POST /v1/update/start`: `email` is the new address. */
export const updateStartRequest = z.strictObject({ userId, email: emailInput })
export type UpdateStartRequest = z.infer<typeof updateStartRequest>

/** The code went to the old address; `/v1/update/primary` takes it. */
export const updateStartResponse = z.object({
  tx: transactionId,
  action: z.literal('VERIFY_PRIMARY_OTP'),
  expiresAt: z.string(),
  resendAfter: z.number(),
})
export type UpdateStartResponse = z.infer<typeof updateStartResponse>

/** `POST /v1/update/primary`: a second code went to the new address; `/v1/update/secondary` takes it. */
export const updatePrimaryResponse = z.object({
  tx: transactionId,
  action: z.literal('VERIFY_SECONDARY_OTP'),
  expiresAt: z.string(),
  resendAfter: z.number(),
})
export type UpdatePrimaryResponse = z.infer<typeof updatePrimaryResponse>

/** `POST /v1/update/secondary`: the address as it is kept now. */
export const updateSecondaryResponse = z.object({ email: z.string() })
export type UpdateSecondaryResponse = z.infer<typeof updateSecondaryResponse>

/** `POST /v1/update/revert`: the token of the link that the old address got, 72 hours. */
export const updateRevertRequest = z.strictObject({ token: secretHandle })
export type UpdateRevertRequest = z.infer<typeof updateRevertRequest>

/** The address that counts again, masked. */
export const updateRevertResponse = z.object({ email: z.string() })
export type UpdateRevertResponse = z.infer<typeof updateRevertResponse>
