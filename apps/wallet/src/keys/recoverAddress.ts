import { secp256k1 } from '@noble/curves/secp256k1.js'
import { hexToBytes } from '@noble/hashes/utils.js'
import type { Hex } from 'viem'
import { addressOf } from './addressOf.ts'

/**
 * Returns the address whose key signed a hash. viem's function of the same name loads its curve only when it is called,
 * which the visitor would wait for.
 *
 * @param parameters.signature r ‖ s ‖ v, with v 27 or 28
 * @throws {Error} when it is no signature of any key
 */
export function recoverAddress({ hash, signature }: { hash: Hex; signature: Hex }): Hex {
  const bytes = hexToBytes(signature.slice(2))
  const recovered = Uint8Array.of((bytes[64] ?? 0) - 27, ...bytes.subarray(0, 64))
  const publicKey = secp256k1.recoverPublicKey(recovered, hexToBytes(hash.slice(2)), { prehash: false })
  return addressOf(secp256k1.Point.fromBytes(publicKey).toBytes(false))
}
