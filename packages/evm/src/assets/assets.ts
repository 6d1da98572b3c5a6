import type { NamespaceAssets } from '@portico/core'
import { createClient } from './createClient.ts'
import { getBalances } from './getBalances.ts'
import { waitForTransaction } from './waitForTransaction.ts'

/** What eip155 can tell from RPC endpoints. Loaded on first use, with viem. */
export const assets: NamespaceAssets = { createClient, getBalances, waitForTransaction }
