/*
 * The message signatures from before BIP-322: 65 bytes, which are a header and a compact ECDSA signature from which the
 * public key is recovered. They were defined for P2PKH. For segwit addresses, wallets either follow BIP-137 or, like
 * Electrum, use the header of a compressed key.
 *
 * https://github.com/bitcoin/bips/blob/master/bip-0137.mediawiki
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { CompactSize, OP } from '@scure/btc-signer/script.js'
import { concatBytes, equalBytes, hash160, sha256x2 } from '@scure/btc-signer/utils.js'

/** Returns the hash to sign: the double SHA-256 of a fixed prefix and the message, each preceded by its length. */
function legacyHash(message: string): Uint8Array {
  const prefix = new TextEncoder().encode('Bitcoin Signed Message:\n')
  const text = new TextEncoder().encode(message)
  return sha256x2(Uint8Array.of(prefix.length), prefix, CompactSize.encode(BigInt(text.length)), text)
}

/** Returns whether bytes have the form of such a signature: 65 bytes with a header from 27 to 42. */
export function isLegacySignature(bytes: Uint8Array): boolean {
  const [header = 0] = bytes
  return bytes.length === 65 && header >= 27 && header <= 42
}

/**
 * Returns whether a signature is by the key of an address, given as its output script. P2PKH takes headers 27 to 34
 * (31 to 34: the key is compressed), P2SH-P2WPKH 31 to 38, P2WPKH 31 to 34 and 39 to 42. A high `s` is refused: it can
 * be computed from the low one without the key. Never throws.
 */
export function verifyLegacyMessage({
  message,
  script,
  signature,
}: {
  message: string
  script: Uint8Array
  signature: Uint8Array
}): boolean {
  if (!isLegacySignature(signature)) return false
  const header = (signature[0] as number) - 27
  const keyType = keyTypes[Math.floor(header / 4)]
  const key = recover({ message, signature, recovery: header % 4, compressed: keyType !== 'uncompressed' })
  if (!key) return false
  const hash = hash160(key)
  const pkh = concatBytes(
    Uint8Array.of(OP.DUP, OP.HASH160, 20),
    hash,
    Uint8Array.of(OP.EQUALVERIFY, OP.CHECKSIG),
  )
  const wpkh = concatBytes(Uint8Array.of(0, 20), hash)
  const nested = concatBytes(Uint8Array.of(OP.HASH160, 20), hash160(wpkh), Uint8Array.of(OP.EQUAL))
  const candidates = { uncompressed: [pkh], compressed: [pkh, wpkh, nested], nested: [nested], wpkh: [wpkh] }
  return keyType !== undefined && candidates[keyType].some((candidate) => equalBytes(candidate, script))
}

/** Key and address types in the order of their headers; four headers, one for each recovery id, per type. */
const keyTypes = ['uncompressed', 'compressed', 'nested', 'wpkh'] as const

function recover({
  message,
  signature,
  recovery,
  compressed,
}: {
  message: string
  signature: Uint8Array
  recovery: number
  compressed: boolean
}): Uint8Array | undefined {
  try {
    const parsed = secp256k1.Signature.fromBytes(signature.subarray(1), 'compact')
    if (parsed.hasHighS()) return undefined
    return parsed.addRecoveryBit(recovery).recoverPublicKey(legacyHash(message)).toBytes(compressed)
  } catch {
    // Not a point on the curve.
    return undefined
  }
}
