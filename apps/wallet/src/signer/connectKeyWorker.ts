import { SealBrokenError } from '../keys/sealing.ts'
import type { KeyWorker } from './KeyWorker.ts'
import type { KeyReply, KeyRequest } from './serveKeyOperations.ts'

/** What a `Worker` and a `MessagePort` have in common. */
type Channel = {
  onmessage: ((event: MessageEvent<KeyReply>) => void) | null
  onerror?: ((event: ErrorEvent) => void) | null
  postMessage(request: KeyRequest): void
}

/** The page's half: numbers the requests, and ends with the worker. */
export function connectKeyWorker(channel: Channel, terminate: () => void): KeyWorker {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let last = 0
  let isClosed = false

  const close = (reason: string) => {
    isClosed = true
    terminate()
    for (const { reject } of waiting.values()) reject(new Error(reason))
    waiting.clear()
  }
  channel.onmessage = ({ data }) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.ok) asked?.resolve(data.value)
    else asked?.reject(data.isBroken ? new SealBrokenError() : new Error(data.message))
  }
  // Its file did not arrive, or it broke: nothing will answer any more.
  channel.onerror = () => close('The wallet’s worker could not start: reload the page.')

  return {
    run(name, input) {
      if (isClosed) return Promise.reject(new Error('This worker has ended: start another.'))
      last += 1
      const id = last
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: resolve as (value: unknown) => void, reject })
        channel.postMessage({ id, name, input })
      })
    },
    close: () => close('The worker was ended.'),
  }
}
