import type { NamespaceCalls } from '@portico/core'
import * as z from 'zod/mini'
import { createClient } from '../assets/createClient.ts'
import { receipt, toReceipt } from './receipt.ts'

/** Reads the receipt of a transaction from a node. An answer that is no receipt counts as none yet. */
export const getReceipt: NamespaceCalls['getReceipt'] = async ({ hash, ...endpoint }) => {
  const answer = await createClient(endpoint).request({ method: 'eth_getTransactionReceipt', params: [hash] })
  const parsed = z.safeParse(receipt, answer)
  if (!parsed.success || parsed.data.transactionHash.toLowerCase() !== hash.toLowerCase()) return undefined
  return toReceipt(parsed.data)
}
