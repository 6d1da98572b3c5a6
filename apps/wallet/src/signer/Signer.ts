import type { Hex } from 'viem'

/**
 * Signs for one approval. The key is held by a worker that is started for this signer and terminated with it. Every signature
 * is verified against the address before it is returned.
 */
export interface Signer {
  readonly address: Hex
  /** Signs a 32-byte hash. Returns r ‖ s ‖ v, 65 bytes, with v 27 or 28 and a low s (EIP-2). */
  signHash(hash: Hex): Promise<Hex>
  /** Returns the address of the wallet's Solana account; undefined if it has none. */
  readSolanaAddress(): Promise<string | undefined>
  /**
   * Signs bytes with the Solana key (ed25519): the UTF-8 text of a message, or the message of a transaction. Returns 64 bytes.
   */
  signSolana(bytes: Uint8Array): Promise<Uint8Array>
  /** Terminates the worker; signing fails afterwards. Can be called more than once. */
  close(): void
}
