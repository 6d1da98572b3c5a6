import { ed25519 } from '@noble/curves/ed25519.js'

/** Signs bytes with ed25519 (RFC 8032). Returns the 64 bytes of the signature. */
export function signEd25519(privateKey: Uint8Array, bytes: Uint8Array): Uint8Array {
  const signature = ed25519.sign(bytes, privateKey)
  // Verify it: a signature with a computation fault could reveal the key, so it must not leave the worker.
  if (!ed25519.verify(signature, bytes, ed25519.getPublicKey(privateKey), { zip215: false }))
    throw new Error('The signature does not match the account: try again.')
  return signature
}
