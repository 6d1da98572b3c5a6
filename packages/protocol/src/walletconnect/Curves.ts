/** The operations on X25519 and Ed25519 keys. Keys and secrets have 32 bytes, signatures 64. */
export type Curves = {
  publicX25519(secretKey: Uint8Array): Promise<Uint8Array>
  /** @throws for public keys of low order, whose shared secret is the same for every secret key. */
  sharedX25519(secretKey: Uint8Array, publicKey: Uint8Array): Promise<Uint8Array>
  publicEd25519(seed: Uint8Array): Promise<Uint8Array>
  signEd25519(message: Uint8Array, seed: Uint8Array): Promise<Uint8Array>
}
