import * as z from 'zod/mini'

/** What the frame shows. `none`: nothing; the host hides the frame. */
const frameView = z.enum(['none', 'code', 'connect', 'signature', 'transaction', 'social'])
export type FrameView = z.infer<typeof frameView>

/** The events of the frame: messages without an ID, sent without a request. */
export const frameEvents = {
  READY: z.optional(z.strictObject({ version: z.optional(z.string()) })),
  /** An opaque handle to resume the session. It is of no use outside the frame. */
  SESSION_UPDATE: z.strictObject({ token: z.string().check(z.maxLength(1024)) }),
  /** What the frame shows now, and the height it needs in CSS pixels. The host positions it. */
  SURFACE: z.strictObject({ view: frameView, height: z.number().check(z.minimum(0), z.maximum(4000)) }),
  /** A login's link or code was mailed. `resendAt`: when another one may be requested, in milliseconds since 1970. */
  MAIL_SENT: z.strictObject({ resendAt: z.int() }),
  /** A code that the visitor has submitted was not checked within `frameLimits.loginTimeout`. The form stays open. */
  CODE_TIMED_OUT: z.optional(z.strictObject({})),
  /** The visitor went back from the code to change the e-mail address. */
  LOGIN_CANCELLED: z.optional(z.strictObject({})),
  /**
   * How a social login ended. `uri` completes it, with `CONNECT_SOCIAL`. `refused`: the visitor cancelled at the provider.
   * `failed`: the provider or a server gave no valid answer.
   */
  SOCIAL_RESULT: z.union([
    z.strictObject({ uri: z.string().check(z.maxLength(2048)) }),
    z.strictObject({ reason: z.enum(['refused', 'failed']) }),
  ]),
  /** Escape was pressed inside the frame. */
  CLOSE_REQUESTED: z.optional(z.strictObject({})),
  /** The session has ended: signed out in another tab, or revoked. */
  DISCONNECTED: z.optional(z.strictObject({})),
} as const

export type FrameEventType = keyof typeof frameEvents
export type FrameEvent = {
  [T in FrameEventType]: { type: T; payload: z.infer<(typeof frameEvents)[T]> }
}[FrameEventType]
