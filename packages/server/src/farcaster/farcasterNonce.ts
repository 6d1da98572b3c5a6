import { formatSiwfNonce, siwfNonceFields } from '@portico/protocol/social'
import { hashFields } from '../secrets/hashFields.ts'

/** Returns the nonce that the message of a login with Farcaster must have: it names the login and the frame's key. */
export function farcasterNonce(login: Parameters<typeof siwfNonceFields>[0]): string {
  return formatSiwfNonce(Buffer.from(hashFields(...siwfNonceFields(login)), 'base64url'))
}
