import type { Endpoint } from '@portico/core'
import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { createClient } from './createClient.ts'

/**
 * Resolves when the transaction is in a block. Asks after a quarter of a second, then ever more slowly, every
 * four seconds at last, and through failures of the endpoints until `signal` says to stop.
 *
 * @throws what `signal` was aborted with; {RpcError} −32602 for a hash that is none.
 */
export async function waitForTransaction({
  network,
  urls,
  hash,
  signal,
}: Endpoint & { hash: string; signal: AbortSignal }): Promise<void> {
  if (!/^0x[0-9a-f]{64}$/i.test(hash)) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidParams,
      message: 'A transaction hash is 0x and 64 hex digits.',
    })
  }
  const client = createClient({ network, urls })
  for (let delay = 250; ; delay = Math.min(delay * 1.5, 4000)) {
    signal.throwIfAborted()
    try {
      const receipt = await client.request({ method: 'eth_getTransactionReceipt', params: [hash] })
      if (typeof readProperty(receipt, 'blockNumber') === 'string') return
    } catch {
      // A node that is away for a moment; the transaction goes its way meanwhile.
    }
    await pause(delay, signal)
  }
}

function pause(delay: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, delay)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
  })
}
