import type { Commitment } from './Commitment.ts'

/**
 * Loads the larger parts of the namespace. In a file that is itself loaded on first use: for each import, bundlers put a list of all
 * files that it needs into the importing file, and `solana.ts` is part of the page.
 */
export const lazyParts = {
  embedded: async (options: { commitment: Commitment }) =>
    (await import('./embedded/createEmbeddedNamespace.ts')).createEmbeddedNamespace(options),
  assets: async (options: { commitment: Commitment }) =>
    (await import('./assets/createAssets.ts')).createAssets(options),
  transfers: async (options: { commitment: Commitment }) =>
    (await import('./transfers/createTransfers.ts')).createTransfers(options),
  swaps: async (options: { commitment: Commitment }) =>
    (await import('./swaps/createSwaps.ts')).createSwaps(options),
}
