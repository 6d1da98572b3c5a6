import * as z from 'zod/mini'
import { secretHandle } from './primitives.ts'

/**
 * `POST /v1/device/inspect`, `/v1/device/approve` and `/v1/device/refuse`: the token of a mailed link, ten minutes, single use.
 * `POST /v1/device/cancel`: that of the notice about a device that is held back, as long as it is.
 */
export const deviceRequest = z.strictObject({ token: secretHandle })
export type DeviceRequest = z.infer<typeof deviceRequest>

/** What the owner of the mailbox is told before approving. `email` is masked, `country` ISO 3166 where it is known. */
export const deviceInspectResponse = z.object({
  kind: z.literal('sign-in'),
  origin: z.string(),
  browser: z.string(),
  system: z.string(),
  country: z.optional(z.string()),
  matchCode: z.string().check(z.regex(/^\d{2}$/)),
  email: z.string(),
  expiresAt: z.string(),
})
export type DeviceInspectResponse = z.infer<typeof deviceInspectResponse>
