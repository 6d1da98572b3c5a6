import * as z from 'zod/mini'
import { challengeId, keyThumbprint, userId } from './primitives.ts'

/*
 * Statements of the vault about devices: those that the owner of the address stopped, valid for ten minutes, which the page
 * behind the mailed link hands to the gateway; and those that another device added, valid for two minutes. And about
 * addresses that are changed. JWTs signed with ES256; times are seconds since 1970.
 */

const statement = {
  iss: z.string(),
  aud: z.literal('portico-gateway'),
  sub: userId,
  jkt: keyThumbprint,
  iat: z.number(),
  exp: z.number(),
}

/** `typ: "hold-cancelled+jwt"`: the owner stopped this key while it was on hold. */
export const holdCancelled = z.object(statement)
export type HoldCancelled = z.infer<typeof holdCancelled>

/**
 * `typ: "email-reverted+jwt"`: the owner undid a change of address. `jkt` is the key that made the change, `since` its
 * time: keys that logged in afterwards are not the owner's either. `tx` is the challenge of that change; the vault does not
 * know it for changes made before it was stored.
 */
export const emailReverted = z.object({ ...statement, since: z.number(), tx: z.optional(challengeId) })
export type EmailReverted = z.infer<typeof emailReverted>

/**
 * `typ: "device-added+jwt"`: the device `by`, which the vault has known for long enough, added the key `jkt`. `deviceSince`
 * and `heldUntil` are as in the identity assertion.
 */
export const deviceAdded = z.object({
  ...statement,
  by: keyThumbprint,
  deviceSince: z.number(),
  heldUntil: z.optional(z.number()),
})
export type DeviceAdded = z.infer<typeof deviceAdded>

/**
 * `typ: "email-approved+jwt"`, valid for two minutes: the owner of the next address approved the link in the challenge `tx` of
 * this key. `address` is the hash of that address: see `hashAddress` in `@portico/server`.
 */
export const emailApproved = z.object({ ...statement, tx: challengeId, address: keyThumbprint })
export type EmailApproved = z.infer<typeof emailApproved>

/**
 * `typ: "email-changed+jwt"`: the vault changed the address of this user, in the challenge `tx` of this key. `address` is
 * the hash of the new address: see `hashAddress` in `@portico/server`.
 */
export const emailChanged = z.object({ ...statement, tx: challengeId, address: keyThumbprint })
export type EmailChanged = z.infer<typeof emailChanged>
