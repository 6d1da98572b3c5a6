/*
 * Verifies that a Solana account signed a message: Ed25519 (RFC 8032) over the bytes of the text, with the address as
 * the public key. As strict as Solana itself (`verify_strict` of ed25519-dalek): keys and points of small order,
 * non-canonical point encodings and an `s` not below the group order are refused. For a key of small order, anybody can
 * create valid signatures.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import type { SignatureProblemCode, SignatureVerdict, SignatureVerifier } from './SignatureVerdict.ts'

/** 64 bytes have 64 to 88 characters in base58, and always 88, ending in "==", in base64. */
const maxLength = 88

export const verifySolanaSignature: SignatureVerifier = async ({ address, message, signature }) => {
  const bytes = readSignature(signature)
  if (!bytes)
    return failure(
      'signature-malformed',
      'The signature is not 64 bytes in base58 (or base64, which ends in "==").',
    )
  const key = decode(base58, address)
  if (key?.length !== 32) return failure('signature-invalid', 'The address is not a public key of 32 bytes.')
  const signed = new TextEncoder().encode(message)
  return isSignedBy(key, signed, bytes)
    ? { ok: true }
    : failure('signature-invalid', 'The signature is by another account or over another text.')
}

/** Reads base58 or base64. Base58 never contains "=", so the two cannot be confused. */
function readSignature(signature: unknown): Uint8Array | undefined {
  if (typeof signature !== 'string' || signature.length > maxLength) return undefined
  const bytes = decode(signature.endsWith('==') ? base64 : base58, signature)
  return bytes?.length === 64 ? bytes : undefined
}

function isSignedBy(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    if (ed25519.Point.fromBytes(key).isSmallOrder()) return false
    if (ed25519.Point.fromBytes(signature.subarray(0, 32)).isSmallOrder()) return false
    return ed25519.verify(signature, message, key, { zip215: false })
  } catch {
    // Not a point on the curve, or not in canonical encoding.
    return false
  }
}

function decode(coder: { decode(text: string): Uint8Array }, text: string): Uint8Array | undefined {
  try {
    return text.length > maxLength ? undefined : coder.decode(text)
  } catch {
    // A character outside the alphabet.
    return undefined
  }
}

function failure(code: SignatureProblemCode, reason: string): SignatureVerdict {
  return { ok: false, code, reason }
}
