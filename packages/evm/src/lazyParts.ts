import type { Namespace } from '@portico/core'

/**
 * Loads the larger parts of the namespace. In a file that is itself loaded on first use: for each import, bundlers put a list of all
 * files that it needs into the importing file, and `evm.ts` is part of the page.
 */
export const lazyParts = {
  getWalletBalances: async (parameters) =>
    (await import('./assets/getWalletBalances.ts')).getWalletBalances(parameters),
  assets: async () => (await import('./assets/assets.ts')).assets,
  transfers: async () => (await import('./transfers/transfers.ts')).transfers,
  swaps: async () => (await import('./swaps/swaps.ts')).swaps,
  calls: async () => (await import('./calls/calls.ts')).calls,
} satisfies Partial<Namespace>
