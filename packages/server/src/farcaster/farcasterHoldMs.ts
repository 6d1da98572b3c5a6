/**
 * How long a new device that logs in with Farcaster must wait for the recovery secret, at least. The code of such a login can be
 * passed on: somebody can be led to confirm in their app the login of a stranger.
 */
export const farcasterHoldMs = 72 * 3_600_000
