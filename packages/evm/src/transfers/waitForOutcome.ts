import {
  createDropNotice,
  type Endpoint,
  pollUntil,
  type SentTransaction,
  type TransferOutcome,
} from '@portico/core'
import { createClient } from '../assets/createClient.ts'
import { readNonce } from './readNonce.ts'
import { readOutcome } from './readOutcome.ts'
import { readQuantity } from './readQuantity.ts'

/** How often in a row a transaction must be found replaced: endpoints behind one address may be blocks apart. */
const timesReplaced = 2

/**
 * Resolves once a sent transfer is in a block, or another transaction of the account has taken its place. Polls with a growing delay,
 * from 250 ms to 4 s. An endpoint that fails is polled again. A transaction whose nonce no node has told stays open until it is in
 * a block, as does one that was dropped: its nonce is still free.
 *
 * @throws the reason of `signal`, once it is aborted
 */
export async function waitForOutcome({
  sent: { hash, from, expiry },
  signal,
  onExpiry,
  onDropped,
  ...endpoint
}: Endpoint & {
  sent: SentTransaction
  signal: AbortSignal
  onExpiry?: ((expiry: string) => void) | undefined
  onDropped?: ((isDropped: boolean) => void) | undefined
}): Promise<TransferOutcome> {
  const client = createClient(endpoint)
  let outcome: TransferOutcome | undefined
  let nonce = expiry !== undefined && /^\d{1,20}$/.test(expiry) ? BigInt(expiry) : undefined
  let replaced = 0
  const noteGone = createDropNotice(onDropped)

  async function readReceipt(): Promise<TransferOutcome | undefined> {
    return readOutcome(await client.request({ method: 'eth_getTransactionReceipt', params: [hash] }), from)
  }

  async function isReplaced(): Promise<boolean> {
    const transaction = await client.request({ method: 'eth_getTransactionByHash', params: [hash] })
    if (nonce === undefined) {
      nonce = readNonce(transaction, from)
      if (nonce !== undefined) onExpiry?.(String(nonce))
    }
    // A node that still has the transaction has not seen another one in its place.
    if (transaction !== null) noteGone(false)
    if (nonce === undefined || transaction !== null) return false
    const next = await client.request({ method: 'eth_getTransactionCount', params: [from, 'latest'] })
    if (readQuantity(next) > nonce) return true
    noteGone(true)
    return false
  }

  await pollUntil({
    signal,
    firstDelayMs: 250,
    maxDelayMs: 4000,
    async isDone() {
      outcome = await readReceipt()
      if (outcome) return true
      replaced = (await isReplaced()) ? replaced + 1 : 0
      if (replaced < timesReplaced) return false
      // Its own block may have come between the answers.
      outcome = (await readReceipt()) ?? 'replaced'
      return true
    },
  })
  return outcome as TransferOutcome
}
