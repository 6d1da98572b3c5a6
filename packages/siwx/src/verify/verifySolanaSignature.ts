/*
 * Proves that a Solana account signed a message: Ed25519 (RFC 8032) over the bytes of the text, by the key that the
 * address is. Strict as the chain itself (`verify_strict` of ed25519-dalek): keys and points of small order, points
 * that are written in a second way, and an `s` past the order of the group are refused. With a weak key anybody
 * could sign anything.
 */
import { ed25519 } from '@noble/curves/ed25519.js'
import { base58, base64 } from '@scure/base'
import type { SignatureProblemCode, SignatureVerdict, SignatureVerifier } from './SignatureVerdict.ts'

/** 64 bytes have 64 to 88 letters in base58 and always 88 with "==" at the end in base64. */
const longest = 88

export const verifySolanaSignature: SignatureVerifier = async ({ address, message, signature }) => {
  const bytes = readSignature(signature)
  if (!bytes)
    return no(
      'signature-malformed',
      'The signature is not 64 bytes in base58 (or base64, which ends in "==").',
    )
  const key = decode(base58, address)
  if (key?.length !== 32) return no('signature-invalid', 'The address is not a key of 32 bytes.')
  const signed = new TextEncoder().encode(message)
  return isBy(key, signed, bytes)
    ? { ok: true }
    : no('signature-invalid', 'The signature is not by this account, or over another text.')
}

/** No base58 text holds "=", so it tells the two apart. */
function readSignature(signature: unknown): Uint8Array | undefined {
  if (typeof signature !== 'string' || signature.length > longest) return undefined
  const bytes = decode(signature.endsWith('==') ? base64 : base58, signature)
  return bytes?.length === 64 ? bytes : undefined
}

function isBy(key: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    if (ed25519.Point.fromBytes(key).isSmallOrder()) return false
    if (ed25519.Point.fromBytes(signature.subarray(0, 32)).isSmallOrder()) return false
    return ed25519.verify(signature, message, key, { zip215: false })
  } catch {
    // Not a point of the curve, or not in its one spelling: no key signs for it.
    return false
  }
}

function decode(coder: { decode(text: string): Uint8Array }, text: string): Uint8Array | undefined {
  try {
    return text.length > longest ? undefined : coder.decode(text)
  } catch {
    // A letter that is none of the alphabet.
    return undefined
  }
}

function no(code: SignatureProblemCode, reason: string): SignatureVerdict {
  return { ok: false, code, reason }
}
