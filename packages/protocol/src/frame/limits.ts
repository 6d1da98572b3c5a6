/** What one host may send to the wallet's frame, and how long it waits (milliseconds). */
export const frameLimits = {
  /** Characters of a message as JSON text. */
  messageLength: 256 * 1024,
  /** Requests that run without a question, at once. */
  safeInFlight: 20,
  /** Messages in a second. */
  burst: 30,
  /** Requests that wait for the visitor, the one that is shown included. */
  unsafeQueued: 5,
  /** Ids that are remembered, so that none is used twice. */
  seenIds: 4096,
  loginTimeout: 30_000,
  safeTimeout: 10_000,
  unsafeTimeout: 5 * 60_000,
  /** A code lives this long; so does the question for it. */
  codeTimeout: 10 * 60_000,
  signOutTimeout: 3000,
  /** How long the frame waits for a device to be approved before it answers `pending`. */
  deviceWait: 25_000,
} as const
