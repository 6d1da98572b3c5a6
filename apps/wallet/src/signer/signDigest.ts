import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Hex } from 'viem'
import { addressOf } from '../keys/addressOf.ts'
import type { EvmAccount } from '../keys/evmAccount.ts'

/** Signs a digest. Returns r ‖ s ‖ v. */
export function signDigest({ privateKey, address }: EvmAccount, digest: Uint8Array): Hex {
  const signed = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' })
  // Verify it: a signature with a computation fault could reveal the key, so it must not leave the worker.
  const publicKey = secp256k1.recoverPublicKey(signed, digest, { prehash: false })
  const isOurs =
    addressOf(secp256k1.Point.fromBytes(publicKey).toBytes(false)) === address &&
    secp256k1.verify(signed.subarray(1), digest, publicKey, { prehash: false, lowS: true })
  if (!isOurs) throw new Error('The signature does not match the account: try again.')
  const recovery = (signed[0] as number) + 27
  return `0x${toHex(signed.subarray(1))}${toHex(Uint8Array.of(recovery))}`
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
