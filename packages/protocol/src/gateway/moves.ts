import * as z from 'zod/mini'
import { addSlotRequest } from './embedded.ts'

/*
 * `/wallet/v1/moves…`: the mailbox through which a device that is logged in gives the wallet to another device. It carries
 * public keys, and one message that only the other device can decrypt. Every entry lives for two minutes and is used once.
 * All requests have a DPoP proof; those of the older device also have its session.
 */

const thumbprint = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))
/** 256 random bits, which only the link contains. Never sent in a URL, because URLs are logged. */
const id = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/))

/** A P-256 public key for one move (RFC 7517). */
export const moveKey = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: thumbprint,
  y: thumbprint,
})
export type MoveKey = z.infer<typeof moveKey>

/** `POST /wallet/v1/moves`, `/moves/state` and `/drop` in the session of the older device; `/wait` and `/session` of the new one. */
export const moveRequest = z.strictObject({ id })
export type MoveRequest = z.infer<typeof moveRequest>

/** `POST /wallet/v1/moves/take`: the new device leaves its key. The first one to do so takes part, no other. */
export const moveTakeRequest = z.strictObject({ id, key: moveKey })
export type MoveTakeRequest = z.infer<typeof moveTakeRequest>

/**
 * `POST /wallet/v1/moves/state`: `ended` once the new device has its session. `key` and `jkt` are those of the device that
 * took the link; `jkt` is the thumbprint of its DPoP key.
 */
export const moveStateResponse = z.object({
  step: z.enum(['open', 'taken', 'revealed', 'finished', 'ended']),
  key: z.optional(moveKey),
  jkt: z.optional(thumbprint),
})
export type MoveStateResponse = z.infer<typeof moveStateResponse>

/**
 * `POST /wallet/v1/moves/reveal`: the key of the older device, whose thumbprint is in the link. It is sent only after the
 * key of the new device was read, so that nobody can choose a key of which the digits are the same.
 */
export const moveRevealRequest = z.strictObject({ id, key: moveKey })
export type MoveRevealRequest = z.infer<typeof moveRevealRequest>

/** `POST /wallet/v1/moves/wait`: `key` once it is revealed, `sealed` once the digits were typed on the older device. */
export const moveWaitResponse = z.object({ key: z.optional(moveKey), sealed: z.optional(z.string()) })
export type MoveWaitResponse = z.infer<typeof moveWaitResponse>

/**
 * `POST /wallet/v1/moves/finish`: adds the new device to the user, with its slot and the vault's statement about it
 * (`device-added+jwt`). `sealed` is what the new device needs to open the slot.
 */
export const moveFinishRequest = z.strictObject({
  id,
  statement: z.string().check(z.minLength(1), z.maxLength(4096)),
  sealed: z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(2048)),
  walletId: z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/)),
  slot: addSlotRequest,
})
export type MoveFinishRequest = z.infer<typeof moveFinishRequest>
