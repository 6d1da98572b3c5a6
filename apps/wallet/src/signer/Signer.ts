import type { Hex } from 'viem'

/**
 * Signs for one approval. The key is held by a worker that is started for this signer and terminated with it. Every signature
 * is verified against the address before it is returned.
 */
export interface Signer {
  readonly address: Hex
  /** Signs a 32-byte hash. Returns r ‖ s ‖ v, 65 bytes, with v 27 or 28 and a low s (EIP-2). */
  signHash(hash: Hex): Promise<Hex>
  /** Terminates the worker; signing fails afterwards. Can be called more than once. */
  close(): void
}
