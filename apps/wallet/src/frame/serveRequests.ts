import { getMethod, RpcError, rpcErrorCodes } from '@portico/protocol'
import {
  type FrameRequest,
  frameLimits,
  frameRequests,
  parseFrameRequest,
  readFrameId,
} from '@portico/protocol/frame'
import type { Handlers } from '../handlers/Handlers.ts'
import { toFailure } from './toFailure.ts'

/** What of a `MessagePort` is used. */
export type FramePort = {
  onmessage: ((event: MessageEvent) => void) | null
  postMessage(message: unknown): void
}

/**
 * Answers a host's requests over its port: each id once, with `_SUCCESS` or `_ERROR`, whatever comes. What is not exactly a
 * request of the protocol is refused and never passed on; more than the limits allow is refused too, so that a host that
 * runs wild harms its own page only.
 *
 * @returns a function after which nothing is answered any more
 */
export function serveRequests({
  port,
  handlers,
  now = Date.now,
}: {
  port: FramePort
  handlers: Handlers
  now?: (() => number) | undefined
}): () => void {
  /** In the order they came, so that the oldest are forgotten first. */
  const seen = new Set<string>()
  const open = { safe: 0, unsafe: 0 }
  let isClosed = false
  let allowance: number = frameLimits.burst
  let allowedAt = now()

  function send(message: { id: string; type: string; payload: unknown }): void {
    if (isClosed) return
    try {
      port.postMessage(message)
    } catch {
      // A result that cannot be posted. The error can.
      const type = message.type.replace(/_SUCCESS$/, '_ERROR')
      port.postMessage({ id: message.id, type, payload: { message: 'Something went wrong' } })
    }
  }

  /** A bucket that fills with the time: 30 at once, 30 in a second. */
  function isTooFast(): boolean {
    const passed = Math.max(0, now() - allowedAt)
    allowance = Math.min(frameLimits.burst, allowance + (passed * frameLimits.burst) / 1000)
    allowedAt = now()
    if (allowance < 1) return true
    allowance -= 1
    return false
  }

  function isNew(id: string): boolean {
    if (seen.has(id)) return false
    seen.add(id)
    if (seen.size > frameLimits.seenIds) seen.delete(seen.values().next().value as string)
    return true
  }

  async function answer(request: FrameRequest): Promise<void> {
    const { id, type } = request
    const kind = isUnsafe(request) ? 'unsafe' : 'safe'
    const limit = kind === 'unsafe' ? frameLimits.unsafeQueued : frameLimits.safeInFlight
    if (open[kind] >= limit) return fail(id, type, tooMany())
    open[kind] += 1
    try {
      const handle = handlers[type] as (payload: unknown, request: { id: string }) => unknown
      const result = await handle(request.payload, { id })
      // Nothing leaves that the protocol does not name.
      const payload = frameRequests[type].result.parse(result)
      send({ id, type: `${type}_SUCCESS`, payload })
    } catch (error) {
      fail(id, type, error)
    } finally {
      open[kind] -= 1
    }
  }

  function fail(id: string, type: string, error: unknown): void {
    send({ id, type: `${type}_ERROR`, payload: toFailure(error) })
  }

  port.onmessage = ({ data }) => {
    if (isClosed) return
    const id = readFrameId(data)
    // Without an id nobody waits; with one that was used, somebody may be waiting for another answer.
    if (id === undefined || !isNew(id)) return
    // Before it is read: reading is what a flood costs.
    const type = readType(data)
    if (isTooFast()) return fail(id, type, tooMany())
    const request = parseFrameRequest(data)
    if (request.ok) void answer(request.value)
    else send({ id, type: `${type}_ERROR`, payload: { message: request.problem.message } })
  }

  return () => {
    isClosed = true
    port.onmessage = null
  }
}

/** The name to answer under, which may be one that a newer host knows. */
function readType(data: unknown): string {
  const type: unknown = Object.getOwnPropertyDescriptor(data, 'type')?.value
  return typeof type === 'string' && /^[A-Z0-9_]{1,64}$/.test(type) ? type : 'UNKNOWN'
}

function isUnsafe({ type, payload }: FrameRequest): boolean {
  return type === 'RPC_REQUEST' && getMethod(payload.method).safety === 'unsafe'
}

function tooMany(): RpcError {
  return new RpcError({
    rpcCode: rpcErrorCodes.limitExceeded,
    message: 'Too many requests at once: wait for answers before sending more.',
  })
}
