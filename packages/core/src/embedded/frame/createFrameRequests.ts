import { RpcError } from '@portico/protocol'
import {
  type FrameFailure,
  type FramePayload,
  type FrameRequestType,
  type FrameResult,
  parseFrameReply,
  readFrameId,
} from '@portico/protocol/frame'
import { FrameAbortedError, FrameRequestError, FrameTimeoutError } from '../errors.ts'
import { randomId } from './randomId.ts'

export interface RequestOptions {
  /** Milliseconds. */
  timeout: number
  signal?: AbortSignal | undefined
}

interface PendingRequest {
  type: FrameRequestType
  resolve(result: unknown): void
  reject(error: unknown): void
}

/** Creates the requests sent to a frame, which match replies to requests by ID. */
export function createFrameRequests() {
  const pending = new Map<string, PendingRequest>()

  return {
    /** Sends a request over `port`; resolves with the result of the reply. */
    send<T extends FrameRequestType>(
      port: MessagePort,
      type: T,
      payload: FramePayload<T>,
      { timeout, signal }: RequestOptions,
    ): Promise<FrameResult<T>> {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(new FrameAbortedError({ type }))
        const id = randomId()
        const finish = <V>(settle: (value: V) => void) => {
          return (value: V) => {
            clearTimeout(timer)
            signal?.removeEventListener('abort', onAbort)
            pending.delete(id)
            settle(value)
          }
        }
        const fail = finish<unknown>(reject)
        const onAbort = () => fail(new FrameAbortedError({ type }))
        const timer = setTimeout(() => fail(new FrameTimeoutError({ type, milliseconds: timeout })), timeout)
        signal?.addEventListener('abort', onAbort)
        pending.set(id, { type, resolve: finish(resolve as (value: unknown) => void), reject: fail })
        try {
          port.postMessage({ id, type, ...(payload === undefined ? {} : { payload }) })
        } catch (error) {
          // The parameters of the application cannot be cloned; they contain a function, for example.
          fail(new FrameRequestError({ message: error instanceof Error ? error.message : String(error) }))
        }
      })
    },
    /** Settles the request that a message replies to. Ignores other messages: the request may have timed out. */
    receive(data: unknown): void {
      const id = readFrameId(data)
      const request = id === undefined ? undefined : pending.get(id)
      if (id === undefined || !request) return
      pending.delete(id)
      const reply = parseFrameReply(data, request.type)
      if (!reply.ok) request.reject(new FrameRequestError({ message: reply.problem.message }))
      else if (reply.value.ok) request.resolve(reply.value.result)
      else request.reject(toError(reply.value.failure))
    },
    /** Rejects all pending requests, because the frame was closed or reloaded. */
    abortAll(): void {
      const requests = [...pending.values()]
      pending.clear()
      for (const { type, reject } of requests) reject(new FrameAbortedError({ type }))
    },
  }
}

function toError({ message, code, data, ...others }: FrameFailure): Error {
  if (code !== undefined)
    return new RpcError({ rpcCode: code, message: message || 'An error occurred', data })
  return new FrameRequestError({ message, ...others })
}
