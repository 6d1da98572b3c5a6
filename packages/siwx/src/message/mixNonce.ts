/**
 * Returns the nonce of a message that the embedded wallet signs as part of a login, for a nonce that a gateway issued: the
 * SHA-256 digest, in hex, of a label, the issued nonce and the wallet's random value, one on each line.
 *
 * A dishonest gateway could issue a nonce that another server waits for. No other server waits for this digest, because
 * the random value was chosen after the nonce. The gateway receives the random value with the message and computes the
 * same digest.
 *
 * @param random 32 hex digits
 * @example
 * import { createNonce, mixNonce } from '@portico/siwx'
 * const random = createNonce()
 * const signed = await mixNonce({ nonce, random })
 */
export async function mixNonce({ nonce, random }: { nonce: string; random: string }): Promise<string> {
  // Neither value contains a line break, so no two pairs have the same text.
  const text = ['portico/login-nonce/1', nonce, random].join('\n')
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
