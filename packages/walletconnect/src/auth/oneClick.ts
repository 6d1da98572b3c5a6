/* The lazy-loaded part of one-click sign-in. It imports nothing of the session code, which keeps the chunk separate. */
export { createAuthPayload } from './createAuthPayload.ts'
export { parseAuthResponse } from './parseAuthResponse.ts'
