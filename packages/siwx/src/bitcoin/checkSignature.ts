import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { equalBytes } from '@scure/btc-signer/utils.js'
import { ScriptError } from './ScriptError.ts'

const sighashAll = 1

/** Returns whether a public key is a compressed (33 bytes) or uncompressed (65 bytes) point (STRICTENC). */
function isPublicKey(key: Uint8Array): boolean {
  return (key.length === 33 && (key[0] === 2 || key[0] === 3)) || (key.length === 65 && key[0] === 4)
}

type SignedHash = {
  signature: Uint8Array
  publicKey: Uint8Array
  hash: Uint8Array
}

/**
 * Verifies an ECDSA signature as scripts contain it: strict DER with a low S, followed by SIGHASH_ALL. Returns false
 * for an empty signature. Any other signature that is invalid fails the script (NULLFAIL).
 *
 * @throws {ScriptError} if the key is malformed, or the signature is malformed or invalid.
 */
export function checkEcdsa({ signature, publicKey, hash }: SignedHash): boolean {
  if (!isPublicKey(publicKey)) throw new ScriptError('a public key is malformed')
  if (signature.length === 0) return false
  if (signature.at(-1) !== sighashAll) throw new ScriptError('a signature does not use SIGHASH_ALL')
  if (!isEcdsa({ signature: signature.subarray(0, -1), publicKey, hash }))
    throw new ScriptError('a signature is invalid')
  return true
}

/** Returns whether a strict DER signature with a low S is valid for the key. Never throws. */
export function isEcdsa({ signature, publicKey, hash }: SignedHash): boolean {
  try {
    const parsed = secp256k1.Signature.fromBytes(signature, 'der')
    // Strict DER: encoding the parsed signature must give the same bytes.
    if (parsed.hasHighS() || !equalBytes(parsed.toBytes('der'), signature)) return false
    return secp256k1.verify(signature, hash, publicKey, { prehash: false, lowS: true, format: 'der' })
  } catch {
    // Not DER, or the key is not a point on the curve.
    return false
  }
}

/**
 * Verifies a taproot Schnorr signature (BIP-340): 64 bytes (SIGHASH_DEFAULT), or 65 bytes ending in SIGHASH_ALL.
 * `hashOf` returns the hash to sign for a signature hash type.
 *
 * @throws {ScriptError} if the signature is malformed or invalid.
 */
export function checkSchnorr({
  signature,
  publicKey,
  hashOf,
}: {
  signature: Uint8Array
  publicKey: Uint8Array
  hashOf: (type: number) => Uint8Array
}): void {
  const type = signature.length === 65 ? signature[64] : 0
  if (
    (signature.length !== 64 && signature.length !== 65) ||
    (signature.length === 65 && type !== sighashAll)
  )
    throw new ScriptError('a signature does not use SIGHASH_DEFAULT or SIGHASH_ALL')
  if (!isSchnorr({ signature: signature.subarray(0, 64), publicKey, hash: hashOf(type ?? 0) }))
    throw new ScriptError('a signature is invalid')
}

/** Returns whether a BIP-340 signature is valid for an x-only public key. Never throws. */
export function isSchnorr({ signature, publicKey, hash }: SignedHash): boolean {
  try {
    return schnorr.verify(signature, hash, publicKey)
  } catch {
    // A wrong length, or not a point on the curve.
    return false
  }
}
