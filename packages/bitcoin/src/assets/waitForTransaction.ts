import type { Endpoint } from '@portico/core'
import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { askFirst } from '../esplora/askEsplora.ts'
import { esploraUrls } from '../esplora/esploraUrls.ts'

/**
 * Resolves when the transaction is in a block. Asks after a second, then ever more slowly, every 20 seconds at last, as a
 * block takes minutes, and through failures of the APIs until `signal` says to stop.
 *
 * @throws what `signal` was aborted with; {RpcError} −32602 for an id that is none.
 */
export async function waitForTransaction({
  network,
  urls,
  hash,
  signal,
}: Endpoint & { hash: string; signal: AbortSignal }): Promise<void> {
  if (!/^[0-9a-f]{64}$/.test(hash)) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidParams,
      message: 'The id of a Bitcoin transaction is 64 hex digits in small letters.',
    })
  }
  for (let delay = 1000; ; delay = Math.min(delay * 1.5, 20_000)) {
    signal.throwIfAborted()
    try {
      const status = await askFirst({ urls: esploraUrls({ network, urls }), path: `/tx/${hash}/status` })
      if (readProperty(status, 'confirmed') === true) return
    } catch {
      // An API that is away for a moment, or has not heard of it; the transaction goes its way meanwhile.
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
