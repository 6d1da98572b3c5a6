import { secp256k1 } from '@noble/curves/secp256k1.js'
import type { Hex } from 'viem'
import { hexToBytes, publicKeyToAddress } from 'viem/utils'

/** Returns the address that has signed a hash, in lower case; undefined if the signature is malformed. */
export function recoverSigner({
  hash,
  r,
  s,
  yParity,
}: {
  hash: Hex
  r: Hex
  s: Hex
  yParity: number
}): string | undefined {
  try {
    const signature = new secp256k1.Signature(BigInt(r), BigInt(s), yParity)
    const key = signature.recoverPublicKey(hexToBytes(hash)).toHex(false)
    return publicKeyToAddress(`0x${key}`).toLowerCase()
  } catch {
    return undefined
  }
}
