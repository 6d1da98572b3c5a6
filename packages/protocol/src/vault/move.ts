import * as z from 'zod/mini'
import { keyThumbprint, userId } from './primitives.ts'

/**
 * `POST /v1/move`: the device whose key signed the proof of this request adds the key `jkt` as a device of its user, without
 * a mail to prove the address.
 */
export const moveRequest = z.strictObject({ userId, jkt: keyThumbprint })
export type MoveRequest = z.infer<typeof moveRequest>

/** The statement to hand to the gateway (`typ: "device-added+jwt"`). */
export const moveResponse = z.object({ statement: z.string() })
export type MoveResponse = z.infer<typeof moveResponse>
