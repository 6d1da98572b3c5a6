import { base58, base64, base64nopad, base64url, base64urlnopad } from '@scure/base'

/** Encodes text as UTF-8. */
export function toUtf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/**
 * Decodes UTF-8.
 *
 * @throws {TypeError} for invalid UTF-8.
 */
export function fromUtf8(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
}

/**
 * Decodes base64 or base64url, with or without padding, because peers mix them.
 *
 * @throws {Error} for anything else.
 */
export function fromAnyBase64(text: string): Uint8Array {
  const isUrl = /[-_]/.test(text)
  const isPadded = text.endsWith('=')
  const codec = isUrl ? (isPadded ? base64url : base64urlnopad) : isPadded ? base64 : base64nopad
  return codec.decode(text)
}

/** Encodes bytes in base58 with Bitcoin's alphabet, which Solana uses. */
export function toBase58(bytes: Uint8Array): string {
  return base58.encode(bytes)
}
