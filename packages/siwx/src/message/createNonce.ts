/**
 * A nonce for a sign-in message: 128 random bits as 32 hex digits, from the platform's cryptographic generator.
 *
 * @example
 * import { createNonce } from '@portico/siwx'
 * const nonce = createNonce()
 */
export function createNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
