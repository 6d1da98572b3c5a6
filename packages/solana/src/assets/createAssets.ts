import type { NamespaceAssets } from '@portico/core'
import type { Commitment } from '../solana.ts'
import { createClient } from './createClient.ts'
import { getBalances } from './getBalances.ts'
import { waitForTransaction } from './waitForTransaction.ts'

/** What Solana can tell from RPC endpoints. Loaded on first use. */
export function createAssets({ commitment }: { commitment: Commitment }): NamespaceAssets {
  return {
    createClient,
    getBalances: (parameters) => getBalances({ ...parameters, commitment }),
    waitForTransaction: (parameters) => waitForTransaction({ ...parameters, commitment }),
  }
}
