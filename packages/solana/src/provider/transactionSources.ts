/**
 * The transactions that the application passed, by their bytes: a wallet adapter gets an instance of the same class, because
 * this package contains no Solana library.
 */
export const transactionSources = new WeakMap<Uint8Array, { serialize(options?: unknown): Uint8Array }>()
