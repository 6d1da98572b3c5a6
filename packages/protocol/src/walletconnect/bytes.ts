import { base58, base64, base64nopad, base64url, base64urlnopad } from '@scure/base'

/** Text to bytes, as UTF-8. */
export function toUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** @throws {TypeError} for bytes that are no UTF-8. */
export function fromUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/**
 * Reads base64 in any of its dresses: both alphabets, with and without padding. Peers mix them.
 *
 * @throws {Error} for anything else.
 */
export function fromAnyBase64(text: string): Uint8Array {
  const isUrl = /[-_]/.test(text)
  const isPadded = text.endsWith('=')
  const codec = isUrl ? (isPadded ? base64url : base64urlnopad) : isPadded ? base64 : base64nopad
  return codec.decode(text)
}

/** Bytes in base58, as Solana writes them. */
export function toBase58(bytes: Uint8Array): string {
  return base58.encode(bytes)
}
