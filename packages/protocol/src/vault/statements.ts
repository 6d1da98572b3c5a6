import * as z from 'zod/mini'
import { keyThumbprint, userId } from './primitives.ts'

/*
 * Statements of the vault about devices that the owner of the address stopped. The page behind the mailed link hands them to
 * the gateway. JWTs signed with ES256, valid for ten minutes; times are seconds since 1970.
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
 * time: keys that logged in afterwards are not the owner's either.
 */
export const emailReverted = z.object({ ...statement, since: z.number() })
export type EmailReverted = z.infer<typeof emailReverted>
