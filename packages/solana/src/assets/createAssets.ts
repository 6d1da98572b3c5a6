import type { NamespaceAssets } from '@portico/core'
import type { Commitment } from '../Commitment.ts'
import { createClient } from './createClient.ts'
import { getBalance } from './getBalance.ts'
import { getBalances } from './getBalances.ts'
import { waitForTransaction } from './waitForTransaction.ts'

/** Creates the functions that read from RPC endpoints. Loaded on first use. */
export function createAssets({ commitment }: { commitment: Commitment }): NamespaceAssets {
  return {
    createClient,
    getBalance: (parameters) => getBalance({ ...parameters, commitment }),
    getBalances: (parameters) => getBalances({ ...parameters, commitment }),
    waitForTransaction: (parameters) => waitForTransaction({ ...parameters, commitment }),
  }
}
