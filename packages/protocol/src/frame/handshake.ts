import * as z from 'zod/mini'

const nonce = z.string().check(z.regex(/^[0-9a-f]{32}$/))

/** The version of the frame protocol that this code implements. */
export const frameVersion = 1

/**
 * The only message the host sends with `window.postMessage`: to the wallet's origin, with a `MessagePort`. `v` are
 * the supported versions; `n` is a nonce of 128 bits, which the answer repeats.
 */
export const frameHello = z.strictObject({
  t: z.literal('hello'),
  v: z.array(z.int().check(z.minimum(1), z.maximum(1000))).check(z.minLength(1), z.maxLength(16)),
  n: nonce,
})
export type FrameHello = z.infer<typeof frameHello>

/** The frame's answer, on the port. `caps` are its capabilities beyond version 1. */
export const frameWelcome = z.strictObject({
  t: z.literal('welcome'),
  v: z.int(),
  n: nonce,
  frameNonce: nonce,
  caps: z.array(z.string().check(z.maxLength(64))).check(z.maxLength(64)),
})
export type FrameWelcome = z.infer<typeof frameWelcome>
