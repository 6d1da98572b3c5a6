import { SealBrokenError } from '../keys/sealing.ts'
import type { KeyOperations } from './createKeyOperations.ts'
import type { KeyWorker, WorkerOperations } from './KeyWorker.ts'
import type { KeyReply, KeyRequest } from './serveKeyOperations.ts'

/** What a `Worker` and a `MessagePort` have in common. */
type WorkerPort = {
  onmessage: ((event: MessageEvent<KeyReply>) => void) | null
  onerror?: ((event: ErrorEvent) => void) | null
  postMessage(request: KeyRequest): void
}

/** Creates the page's client of a key worker. `terminate` ends the worker. */
export function connectKeyWorker<Operations extends WorkerOperations = KeyOperations>(
  port: WorkerPort,
  terminate: () => void,
): KeyWorker<Operations> {
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let last = 0
  let isClosed = false

  const close = (reason: string) => {
    isClosed = true
    terminate()
    for (const { reject } of pending.values()) reject(new Error(reason))
    pending.clear()
  }
  port.onmessage = ({ data }) => {
    const request = pending.get(data.id)
    pending.delete(data.id)
    if (data.ok) request?.resolve(data.value)
    else request?.reject(data.isBroken ? new SealBrokenError() : new Error(data.message))
  }
  // The script failed to load, or threw: no response will come.
  port.onerror = () => close('The wallet’s worker could not start: reload the page.')

  return {
    run(name, input) {
      if (isClosed) return Promise.reject(new Error('The worker was closed: start a new one.'))
      last += 1
      const id = last
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve: resolve as (value: unknown) => void, reject })
        port.postMessage({ id, name: String(name), input })
      })
    },
    close: () => close('The worker was closed.'),
  }
}
