/**
 * Creates a nonce for a sign-in message: 128 cryptographically random bits as 32 hex digits.
 *
 * @example
 * import { createNonce } from '@portico/siwx'
 * const nonce = createNonce()
 */
export function createNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
