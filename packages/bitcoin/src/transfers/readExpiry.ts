import { type Endpoint, pollUntil } from '@portico/core'
import { delay } from '@portico/protocol'
import { readOutpoints } from './readOutpoints.ts'

/** How long an API may take to know a transaction that a wallet has sent, in milliseconds. */
const timeoutMs = 2000

/**
 * Reads which outputs a transaction spends that a wallet has just sent. Returns undefined if no API knows it within two seconds.
 */
export async function readExpiry(parameters: {
  urls: readonly string[]
  customUrls?: Endpoint['customUrls']
  hash: string
}): Promise<string | undefined> {
  const signal = AbortSignal.timeout(timeoutMs)
  let outpoints: string | undefined
  const reading = pollUntil({
    signal,
    firstDelayMs: 200,
    maxDelayMs: 1000,
    async isDone() {
      outpoints = await readOutpoints(parameters)
      return true
    },
  })
  // An API that does not answer must not keep the visitor waiting.
  await Promise.race([reading, delay(timeoutMs, signal)]).catch(() => {})
  return outpoints
}
