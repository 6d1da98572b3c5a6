import * as z from 'zod/mini'
import { secretHandle } from './primitives.ts'

/**
 * `POST /v1/device/inspect` and `/v1/device/refuse`: the token of the mailed link, single use, valid for ten minutes.
 * `POST /v1/device/cancel`: the token of the notice about a device that is on hold, valid as long as it is.
 */
export const deviceRequest = z.strictObject({ token: secretHandle })
export type DeviceRequest = z.infer<typeof deviceRequest>

/** `POST /v1/device/approve`. `digits`: what the window shows in which the login was started; two tries per challenge. */
export const deviceApproveRequest = z.strictObject({
  token: secretHandle,
  digits: z.string().check(z.regex(/^\d{2}$/)),
})
export type DeviceApproveRequest = z.infer<typeof deviceApproveRequest>

/** `POST /v1/device/cancel`: the statement to hand to the gateway (`typ: "hold-cancelled+jwt"`). */
export const deviceCancelResponse = z.object({ statement: z.string() })
export type DeviceCancelResponse = z.infer<typeof deviceCancelResponse>

/**
 * The details shown before the approval, without the digits that approve it. `address-change`: `email`, which is masked,
 * becomes the address of a wallet. `country` is an ISO 3166 code, if known.
 */
export const deviceInspectResponse = z.object({
  kind: z.enum(['sign-in', 'address-change']),
  origin: z.string(),
  browser: z.string(),
  system: z.string(),
  country: z.optional(z.string()),
  email: z.string(),
  expiresAt: z.string(),
})
export type DeviceInspectResponse = z.infer<typeof deviceInspectResponse>
