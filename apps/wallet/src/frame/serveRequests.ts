import { getMethod, RpcError, rpcErrorCodes } from '@portico/protocol'
import {
  type FrameRequest,
  type FrameRequestType,
  frameLimits,
  frameRequests,
  parseFrameRequest,
  readFrameId,
} from '@portico/protocol/frame'
import type { Handlers } from '../handlers/Handlers.ts'
import { toFailure } from './toFailure.ts'

/** The part of a `MessagePort` that is used. */
export type FramePort = {
  onmessage: ((event: MessageEvent) => void) | null
  postMessage(message: unknown): void
}

/**
 * Answers a host page's requests over its port: every id exactly once, with `_SUCCESS` or `_ERROR`. Requests that do not match
 * the protocol's schemas, or exceed its limits, are refused before they reach a handler.
 *
 * @returns a function that stops answering
 */
export function serveRequests({
  port,
  handlers,
  now = Date.now,
  log = () => {},
}: {
  port: FramePort
  handlers: Handlers
  now?: (() => number) | undefined
  /** Called with the type of every request and reply, and with the error behind a refusal. Never with payloads. */
  log?: ((type: string, error?: unknown) => void) | undefined
}): () => void {
  /** Ids in the order of arrival; the oldest are dropped first. */
  const seen = new Set<string>()
  const open = { safe: 0, unsafe: 0 }
  let isClosed = false
  let tokens: number = frameLimits.burst
  let refilledAt = now()

  function send(message: { id: string; type: string; payload: unknown }, error?: unknown): void {
    if (isClosed) return
    log(message.type, ...(error === undefined ? [] : [error]))
    try {
      port.postMessage(message)
    } catch {
      // The result cannot be cloned. The error can.
      const type = message.type.replace(/_SUCCESS$/, '_ERROR')
      port.postMessage({ id: message.id, type, payload: { message: 'Something went wrong' } })
    }
  }

  /** Token bucket: 30 requests at once, 30 per second. */
  function isRateLimited(): boolean {
    const elapsed = Math.max(0, now() - refilledAt)
    tokens = Math.min(frameLimits.burst, tokens + (elapsed * frameLimits.burst) / 1000)
    refilledAt = now()
    if (tokens < 1) return true
    tokens -= 1
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
      // Strips every field that the protocol does not define.
      const payload = frameRequests[type].result.parse(result)
      send({ id, type: `${type}_SUCCESS`, payload })
    } catch (error) {
      fail(id, type, error)
    } finally {
      open[kind] -= 1
    }
  }

  function fail(id: string, type: string, error: unknown): void {
    send({ id, type: `${type}_ERROR`, payload: toFailure(error) }, error)
  }

  port.onmessage = ({ data }) => {
    if (isClosed) return
    const id = readFrameId(data)
    // A message without an id cannot be answered. A used id may still await the answer to its first request.
    if (id === undefined || !isNew(id)) return
    // Check the rate before parsing: parsing is the expensive part of a flood.
    const type = readType(data)
    log(type)
    if (isRateLimited()) return fail(id, type, tooMany())
    const request = parseFrameRequest(data)
    if (request.ok) void answer(request.value)
    else
      send(
        { id, type: `${type}_ERROR`, payload: { message: request.problem.message } },
        request.problem.message,
      )
  }

  return () => {
    isClosed = true
    port.onmessage = null
  }
}

/** Returns the message type to answer with; it may be one of a newer protocol. */
function readType(data: unknown): string {
  const type: unknown = Object.getOwnPropertyDescriptor(data, 'type')?.value
  return typeof type === 'string' && /^[A-Z0-9_]{1,64}$/.test(type) ? type : 'UNKNOWN'
}

/** Requests besides those by RPC that wait for the visitor's approval. */
const unsafeTypes: ReadonlySet<string> = new Set<FrameRequestType>([
  'TURN_OFF_SMART_ACCOUNT',
  'REVOKE_PERMISSION',
  'REVOKE_ALL_PERMISSIONS',
])

function isUnsafe({ type, payload }: FrameRequest): boolean {
  if (type === 'RPC_REQUEST') return getMethod(payload.method).safety === 'unsafe'
  return unsafeTypes.has(type)
}

function tooMany(): RpcError {
  return new RpcError({
    rpcCode: rpcErrorCodes.limitExceeded,
    message: 'Too many requests at once: wait for responses before sending more.',
  })
}
