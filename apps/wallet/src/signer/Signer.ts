import type { Hex } from 'viem'

/**
 * Signs for one approval. The key lives in a worker that is started for this signer and ends with it; every signature is
 * checked against the address before it is handed out.
 */
export interface Signer {
  readonly address: Hex
  /** Signs a 32-byte hash; answers r ‖ s ‖ v of 65 bytes, with v 27 or 28 and s in the lower half (EIP-2). */
  signHash(hash: Hex): Promise<Hex>
  /** Ends the worker. Signing afterwards fails; closing twice does not. */
  close(): void
}
