/** The limits for messages to the wallet's frame, and the timeouts of requests in milliseconds. */
export const frameLimits = {
  /** Maximum length of a message as JSON, in characters. */
  messageLength: 256 * 1024,
  /** Maximum number of concurrent requests that need no approval. */
  safeInFlight: 20,
  /** Maximum number of messages per second. */
  burst: 30,
  /** Maximum number of requests waiting for approval, including the one shown. */
  unsafeQueued: 5,
  /** Number of request IDs kept to detect reuse. */
  seenIds: 4096,
  loginTimeout: 30_000,
  safeTimeout: 10_000,
  unsafeTimeout: 5 * 60_000,
  /** The lifetime of a code. */
  codeTimeout: 10 * 60_000,
  /** How long a login may take in which the frame asks the visitor something: as long as the servers keep it. */
  questionTimeout: 25 * 60_000,
  /** The lifetime of the address that the Farcaster app opens. */
  farcasterTimeout: 5 * 60_000,
  signOutTimeout: 3000,
  /** How long the frame waits for the approval of a device before it answers `pending`. */
  deviceWait: 25_000,
} as const
