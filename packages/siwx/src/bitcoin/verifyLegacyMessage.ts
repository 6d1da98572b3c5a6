/*
 * The message signatures of before BIP-322: 65 bytes, a header and a compact ECDSA signature from which the key is
 * recovered. Made for P2PKH; for segwit addresses by BIP-137, or as Electrum and others write them with the header of
 * a compressed key.
 *
 * https://github.com/bitcoin/bips/blob/master/bip-0137.mediawiki
 */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { CompactSize } from '@scure/btc-signer/script.js'
import { concatBytes, equalBytes, hash160, sha256x2 } from '@scure/btc-signer/utils.js'

/** What is signed: the double SHA-256 of the message behind its title, each with its length. */
function legacyHash(message: string): Uint8Array {
  const title = new TextEncoder().encode('Bitcoin Signed Message:\n')
  const text = new TextEncoder().encode(message)
  return sha256x2(Uint8Array.of(title.length), title, CompactSize.encode(BigInt(text.length)), text)
}

/** Whether 65 bytes are of this form at all: by the header, 27 to 42. */
export function isLegacySignature(bytes: Uint8Array): boolean {
  const [header = 0] = bytes
  return bytes.length === 65 && header >= 27 && header <= 42
}

/**
 * Whether the signature is by the key of an address, given by its output script: P2PKH with headers 27 to 34 (from 31
 * on the key is compressed), P2SH-P2WPKH with 31 to 38, P2WPKH with 31 to 34 and 39 to 42. A large `s` is refused, as
 * anybody can make it of a small one. Never throws.
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
  const kind = kinds[Math.floor(header / 4)]
  const key = recover({ message, signature, recovery: header % 4, compressed: kind !== 'uncompressed' })
  if (!key) return false
  const hash = hash160(key)
  const pkh = concatBytes(Uint8Array.of(0x76, 0xa9, 20), hash, Uint8Array.of(0x88, 0xac))
  const wpkh = concatBytes(Uint8Array.of(0, 20), hash)
  const nested = concatBytes(Uint8Array.of(0xa9, 20), hash160(wpkh), Uint8Array.of(0x87))
  const candidates = { uncompressed: [pkh], compressed: [pkh, wpkh, nested], nested: [nested], wpkh: [wpkh] }
  return kind !== undefined && candidates[kind].some((candidate) => equalBytes(candidate, script))
}

/** By the header, four of each. */
const kinds = ['uncompressed', 'compressed', 'nested', 'wpkh'] as const

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
    // Not a point of the curve.
    return undefined
  }
}
