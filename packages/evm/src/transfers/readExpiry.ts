import { type Endpoint, pollUntil } from '@portico/core'
import { delay } from '@portico/protocol'
import { createClient } from '../assets/createClient.ts'
import { readNonce } from './readNonce.ts'

/** How long a node may take to know a transaction that a wallet has sent through another node, in milliseconds. */
const timeoutMs = 2000

/**
 * Reads the nonce of a transaction that has just been sent, as decimal text. The wallet has chosen it, so it is known only from a
 * node that has the transaction. Returns undefined if none has it within two seconds, or if its nonce says nothing.
 */
export async function readExpiry({
  hash,
  from,
  ...endpoint
}: Endpoint & { hash: string; from: string }): Promise<string | undefined> {
  const client = createClient(endpoint)
  let nonce: bigint | undefined
  const signal = AbortSignal.timeout(timeoutMs)
  const reading = pollUntil({
    signal,
    firstDelayMs: 200,
    maxDelayMs: 1000,
    async isDone() {
      const transaction = await client.request({ method: 'eth_getTransactionByHash', params: [hash] })
      nonce = readNonce(transaction, from)
      return transaction !== null
    },
  })
  // An endpoint that does not answer must not keep the visitor waiting.
  await Promise.race([reading, delay(timeoutMs, signal)]).catch(() => {})
  return nonce?.toString()
}
