import * as z from 'zod/mini'

const nonce = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/** The version of the frame protocol that this code speaks. */
export const frameVersion = 1

/**
 * The host's first and only message by `window.postMessage`, to the wallet's origin alone, with one `MessagePort`.
 * `v` are the versions it speaks, `n` 128 random bits that the answer repeats.
 */
export const frameHello = z.strictObject({
  t: z.literal('hello'),
  v: z.array(z.int().check(z.minimum(1), z.maximum(1000))).check(z.minLength(1), z.maxLength(16)),
  n: nonce,
})
export type FrameHello = z.infer<typeof frameHello>

/** The frame's answer, on the port. `caps` name what this frame can do beyond the first version. */
export const frameWelcome = z.strictObject({
  t: z.literal('welcome'),
  v: z.int(),
  n: nonce,
  frameNonce: nonce,
  caps: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(64)),
})
export type FrameWelcome = z.infer<typeof frameWelcome>
