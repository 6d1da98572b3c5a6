import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Approver } from '../approve/createApprover.ts'

/** The time in which a question is open. */
export type Turn = {
  /** Fires when nobody wants the answer any more. */
  signal: AbortSignal
  /** From here on it cannot be taken back: neither an abort nor the time ends it, and its answer is the true one. */
  commit(): void
}

/** What waits for the visitor: one is shown, five wait behind it. */
export interface Queue {
  /** @throws {RpcError} -32005 if five wait already; 4001 when aborted or after 5 minutes without an answer */
  add<T>(run: (turn: Turn) => Promise<T>): Promise<T>
  abort(): void
  length(): number
}

const mostWaiting = 5
const patience = 5 * 60_000

/** One question after the other, in the order they came. */
export function createQueue({ approver }: { approver: Pick<Approver, 'end'> }): Queue {
  const open = new Set<AbortController>()
  const committed = new WeakSet<AbortController>()
  let last: Promise<unknown> = Promise.resolve()

  return {
    async add(run) {
      if (open.size > mostWaiting)
        throw new RpcError({
          rpcCode: rpcErrorCodes.limitExceeded,
          message: 'Too many requests wait for the visitor.',
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
        patience,
      )
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason))
      })
      const turn = last.then(async () => {
        signal.throwIfAborted()
        return run({ signal, commit })
      })
      // The next one is shown when this one is over, whichever way; not while its bytes are still on their way.
      last = turn.catch(() => {})
      try {
        return await Promise.race([turn, aborted])
      } finally {
        clearTimeout(timer)
        open.delete(ended)
        if (open.size === 0) approver.end()
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
