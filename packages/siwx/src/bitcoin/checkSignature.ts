import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { equalBytes } from '@scure/btc-signer/utils.js'
import { ScriptError } from './ScriptError.ts'

const all = 1

/** Whether a public key is 33 bytes of a compressed or 65 of an uncompressed point (STRICTENC). */
function isPublicKey(key: Uint8Array): boolean {
  return (key.length === 33 && (key[0] === 2 || key[0] === 3)) || (key.length === 65 && key[0] === 4)
}

/**
 * Checks an ECDSA signature as it stands in scripts: strict DER with a low S, then SIGHASH_ALL. An empty one is the
 * honest way to say no; any other that does not hold ends the script (NULLFAIL).
 *
 * @throws {ScriptError} if the signature or the key is malformed, or the signature does not hold.
 */
export function checkEcdsa({
  signature,
  publicKey,
  hash,
}: {
  signature: Uint8Array
  publicKey: Uint8Array
  hash: Uint8Array
}): boolean {
  if (!isPublicKey(publicKey)) throw new ScriptError('a public key is malformed')
  if (signature.length === 0) return false
  if (signature.at(-1) !== all) throw new ScriptError('a signature is not of SIGHASH_ALL')
  if (!isEcdsa({ signature: signature.subarray(0, -1), publicKey, hash }))
    throw new ScriptError('a signature does not hold')
  return true
}

/** Whether a DER signature with a low S is by the key. Never throws. */
export function isEcdsa({
  signature,
  publicKey,
  hash,
}: {
  signature: Uint8Array
  publicKey: Uint8Array
  hash: Uint8Array
}): boolean {
  try {
    const parsed = secp256k1.Signature.fromBytes(signature, 'der')
    // Strict: what is written back must be what was read.
    if (parsed.hasHighS() || !equalBytes(parsed.toBytes('der'), signature)) return false
    return secp256k1.verify(signature, hash, publicKey, { prehash: false, lowS: true, format: 'der' })
  } catch {
    // Not DER, or not a point of the curve.
    return false
  }
}

/**
 * Checks a Schnorr signature of taproot (BIP-340): 64 bytes, or 65 with SIGHASH_ALL. `hashOf` makes the hash for
 * the type of signature.
 *
 * @throws {ScriptError} if it is malformed or does not hold.
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
  if ((signature.length !== 64 && signature.length !== 65) || (signature.length === 65 && type !== all))
    throw new ScriptError('a signature is not of SIGHASH_DEFAULT or SIGHASH_ALL')
  if (!isSchnorr({ signature: signature.subarray(0, 64), publicKey, hash: hashOf(type ?? 0) }))
    throw new ScriptError('a signature does not hold')
}

/** Whether a signature of BIP-340 is by the key (x only). Never throws. */
export function isSchnorr({
  signature,
  publicKey,
  hash,
}: {
  signature: Uint8Array
  publicKey: Uint8Array
  hash: Uint8Array
}): boolean {
  try {
    return schnorr.verify(signature, hash, publicKey)
  } catch {
    // Lengths that are none, or not a point of the curve.
    return false
  }
}
