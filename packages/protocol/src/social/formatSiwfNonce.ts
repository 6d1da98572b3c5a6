import { base32nopad } from '@scure/base'

/**
 * Returns the nonce of a Sign In with Farcaster message: the first 20 bytes of a SHA-256 hash as 32 characters of base32
 * (RFC 4648) in lower case. A nonce of EIP-4361 has only letters and digits, which base64url has not.
 *
 * @param digest SHA-256 of the fields that `siwfNonceFields` returns.
 */
export function formatSiwfNonce(digest: Uint8Array): string {
  return base32nopad.encode(digest.subarray(0, 20)).toLowerCase()
}
