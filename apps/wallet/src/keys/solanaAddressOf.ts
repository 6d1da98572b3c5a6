import { ed25519 } from '@noble/curves/ed25519.js'
import { base58 } from '@scure/base'

/** Returns the Solana address of a private key: its public key in base58. */
export function solanaAddressOf(privateKey: Uint8Array): string {
  return base58.encode(ed25519.getPublicKey(privateKey))
}
