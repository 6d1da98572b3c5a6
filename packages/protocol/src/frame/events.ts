import * as z from 'zod/mini'

/** What the frame draws. `none`: nothing, and the host hides it. */
const frameView = z.enum(['none', 'code', 'connect', 'signature', 'transaction'])
export type FrameView = z.infer<typeof frameView>

/** What the frame tells without being asked: messages without an id. */
export const frameEvents = {
  READY: z.optional(z.strictObject({ version: z.optional(z.string()) })),
  /** An opaque handle to take the session up again; worth nothing outside the frame. */
  SESSION_UPDATE: z.strictObject({ token: z.string().check(z.maxLength(1024)) }),
  /** The frame draws this now, and needs that many CSS pixels of height. The host lays it over its slot. */
  SURFACE: z.strictObject({ view: frameView, height: z.number().check(z.minimum(0), z.maximum(4000)) }),
  /** The visitor went back from the code: the address was wrong. */
  LOGIN_CANCELLED: z.optional(z.strictObject({})),
  /** Escape was pressed inside the frame. */
  CLOSE_REQUESTED: z.optional(z.strictObject({})),
  /** The session is over: signed out in another tab, or revoked. */
  DISCONNECTED: z.optional(z.strictObject({})),
} as const

export type FrameEventType = keyof typeof frameEvents
export type FrameEvent = {
  [T in FrameEventType]: { type: T; payload: z.infer<(typeof frameEvents)[T]> }
}[FrameEventType]
