import type { NamespaceAssets } from '@portico/core'
import { createClient } from './createClient.ts'
import { getBalance } from './getBalance.ts'
import { waitForTransaction } from './waitForTransaction.ts'

/** The part of the namespace that needs only RPC endpoints. Loaded on first use, together with viem. */
export const assets: NamespaceAssets = {
  createClient,
  getBalance,
  // With viem's code for contracts, which is larger than all the rest.
  getBalances: async (parameters) => (await import('./getBalances.ts')).getBalances(parameters),
  waitForTransaction,
}
