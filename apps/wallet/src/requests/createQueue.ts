import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Approver } from '../approve/createApprover.ts'

/** A request that is being handled. */
export type ActiveRequest = {
  /** Aborted when the request was aborted or has timed out. */
  signal: AbortSignal
  /** Marks the request as final: from then on neither an abort nor the timeout ends it. */
  commit(): void
}

/** Requests that wait for the visitor: one is shown, up to five wait behind it. */
export interface Queue {
  /** @throws {RpcError} -32005 if five are already waiting; 4001 when aborted or not answered within 5 minutes */
  add<T>(run: (request: ActiveRequest) => Promise<T>): Promise<T>
  abort(): void
  length(): number
}

const maxWaiting = 5
const answerTimeoutMs = 5 * 60_000

/** Creates a queue that handles one request at a time, in the order of arrival. */
export function createQueue({ approver }: { approver: Pick<Approver, 'hide'> }): Queue {
  const open = new Set<AbortController>()
  const committed = new WeakSet<AbortController>()
  let last: Promise<unknown> = Promise.resolve()

  return {
    async add(run) {
      if (open.size > maxWaiting)
        throw new RpcError({
          rpcCode: rpcErrorCodes.limitExceeded,
          message: 'Too many requests are waiting for the visitor.',
          code: 'too-many-requests',
        })
      const ended = new AbortController()
      const { signal } = ended
      open.add(ended)
      const commit = () => {
        clearTimeout(timer)
        committed.add(ended)
      }
      const timer = setTimeout(
        () => ended.abort(rejection('The request was not answered within 5 minutes.', 'request-timeout')),
        answerTimeoutMs,
      )
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
      const running = last.then(async () => {
        signal.throwIfAborted()
        return run({ signal, commit })
      })
      // The next request starts after this one has settled, even if it was aborted while it was being sent.
      last = running.catch(() => {})
      try {
        return await Promise.race([running, aborted])
      } finally {
        clearTimeout(timer)
        open.delete(ended)
        if (open.size === 0) approver.hide()
      }
    },
    abort() {
      for (const ended of open)
        if (!committed.has(ended)) ended.abort(rejection('Request was aborted', 'request-aborted'))
    },
    length: () => open.size,
  }
}

function rejection(message: string, code: string): RpcError {
  return new RpcError({ rpcCode: rpcErrorCodes.userRejected, message, code })
}
