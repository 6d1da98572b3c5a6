import { ed25519, x25519 } from '@noble/curves/ed25519.js'
import type { Curves } from './Curves.ts'

/** The curves in JavaScript, for platforms whose WebCrypto lacks them. */
export const nobleCurves: Curves = {
  publicX25519: async (secretKey) => x25519.getPublicKey(secretKey),
  sharedX25519: async (secretKey, publicKey) => x25519.getSharedSecret(secretKey, publicKey),
  publicEd25519: async (seed) => ed25519.getPublicKey(seed),
  signEd25519: async (message, seed) => ed25519.sign(message, seed),
}
