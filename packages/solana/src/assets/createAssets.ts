import type { NamespaceAssets } from '@portico/core'
import type { Commitment } from '../Commitment.ts'
import { createClient } from './createClient.ts'
import { getBalances } from './getBalances.ts'
import { waitForTransaction } from './waitForTransaction.ts'

/** Creates the functions that read from RPC endpoints. Loaded on first use. */
export function createAssets({ commitment }: { commitment: Commitment }): NamespaceAssets {
  return {
    createClient,
    getBalances: (parameters) => getBalances({ ...parameters, commitment }),
    waitForTransaction: (parameters) => waitForTransaction({ ...parameters, commitment }),
  }
}
