import type { Endpoint } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { base58Bytes } from '../parsing/bytes.ts'
import type { Commitment } from '../solana.ts'
import { createClient } from './createClient.ts'
import { statusAnswer } from './nodeAnswers.ts'

const levels: readonly Commitment[] = ['processed', 'confirmed', 'finalized']

/**
 * Resolves when the transaction is in a block of the given commitment, whatever became of it. Asks after a quarter of
 * a second, then ever more slowly, every four seconds at last, and through failures of the endpoints until `signal` says
 * to stop.
 *
 * @throws what `signal` was aborted with; {RpcError} −32602 for an id that is none.
 */
export async function waitForTransaction({
  network,
  urls,
  hash,
  signal,
  commitment,
}: Endpoint & { hash: string; signal: AbortSignal; commitment: Commitment }): Promise<void> {
  if (!base58Bytes(hash, 64)) {
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidParams,
      message: 'The id of a transaction of Solana is 64 bytes in base58.',
    })
  }
  const client = createClient({ network, urls })
  for (let delay = 250; ; delay = Math.min(delay * 1.5, 4000)) {
    signal.throwIfAborted()
    try {
      const answer = await client.request({
        method: 'getSignatureStatuses',
        params: [[hash], { searchTransactionHistory: true }],
      })
      const [status] = statusAnswer.safeParse(answer).data?.value ?? []
      if (status && levels.indexOf(status.confirmationStatus) >= levels.indexOf(commitment)) return
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
