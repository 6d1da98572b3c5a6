import { delay } from '@portico/protocol'

export interface PollUntilParameters {
  /** Returns whether to stop. A rejection counts as false: the source may only be temporarily unreachable. */
  isDone: () => Promise<boolean>
  /** Stops polling when aborted. */
  signal: AbortSignal
  /** Milliseconds before the second call. Each further delay is half as long again. */
  firstDelayMs: number
  /** The longest delay between two calls, in milliseconds. */
  maxDelayMs: number
}

/**
 * Calls `isDone` until it returns true, with a growing delay between two calls.
 *
 * @throws the reason of `signal`, once it is aborted.
 * @example
 * import { pollUntil } from '@portico/core'
 * const isDone = async () => (await client.request({ method: 'eth_getTransactionReceipt', params: [hash] })) !== null
 * await pollUntil({ isDone, signal: AbortSignal.timeout(600_000), firstDelayMs: 250, maxDelayMs: 4000 })
 */
export async function pollUntil({
  isDone,
  signal,
  firstDelayMs,
  maxDelayMs,
}: PollUntilParameters): Promise<void> {
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 1.5, maxDelayMs)) {
    signal.throwIfAborted()
    if (await isDone().catch(() => false)) return
    await delay(delayMs, signal)
  }
}
