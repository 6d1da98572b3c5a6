import { RpcError } from '@portico/protocol'
import {
  type FrameEvent,
  type FrameFailure,
  type FramePayload,
  type FrameRequestType,
  type FrameResult,
  frameVersion,
  frameWelcome,
  parseFrameEvent,
  parseFrameReply,
  readFrameId,
} from '@portico/protocol/frame'
import {
  FrameAbortedError,
  FrameMissingError,
  FrameRequestError,
  FrameTimeoutError,
  FrameUnavailableError,
} from '../errors.ts'
import { createFrameElement, type FrameAddress } from './createFrameElement.ts'

/** How long the wallet's site may take to load and to answer the handshake (ms). */
const patience = 20_000

export interface RequestOptions {
  /** Milliseconds. */
  timeout: number
  signal?: AbortSignal | undefined
}

/** A frame that has answered. */
export interface Frame {
  readonly element: HTMLIFrameElement
  /**
   * @throws FrameTimeoutError · FrameAbortedError · FrameMissingError · RpcError where the answer has a code ·
   * FrameRequestError for any other error of the frame's
   */
  request<T extends FrameRequestType>(
    type: T,
    payload: FramePayload<T>,
    options: RequestOptions,
  ): Promise<FrameResult<T>>
  subscribe(listener: (event: FrameEvent) => void): () => void
  close(): void
}

interface Waiting {
  type: FrameRequestType
  resolve(result: unknown): void
  reject(error: unknown): void
}

/**
 * Opens the wallet's frame and shakes hands with it: one message by `postMessage`, to the wallet's origin alone, hands
 * over a port; everything else goes over that port. A frame that reloads is shaken hands with anew, and what waited
 * for the old one fails.
 *
 * @param mount puts the element into the page, for good
 * @throws FrameUnavailableError when it does not answer within 20 seconds
 */
export async function openFrame({
  mount,
  ...address
}: FrameAddress & { mount(element: HTMLIFrameElement): void | Promise<void> }): Promise<Frame> {
  const { element, origin } = createFrameElement(address)
  const listeners = new Set<(event: FrameEvent) => void>()
  const waiting = new Map<string, Waiting>()
  let port: MessagePort | undefined
  let hang: (() => void) | undefined

  function dropAll(error: (type: FrameRequestType) => unknown): void {
    const all = [...waiting.values()]
    waiting.clear()
    for (const { type, reject } of all) reject(error(type))
  }

  function receive(data: unknown): void {
    const event = parseFrameEvent(data)
    if (event) {
      if (event.ok) for (const listener of [...listeners]) listener(event.value)
      return
    }
    const id = readFrameId(data)
    const asked = id === undefined ? undefined : waiting.get(id)
    // A reply to nothing we asked is not ours.
    if (id === undefined || !asked) return
    waiting.delete(id)
    const reply = parseFrameReply(data, asked.type)
    if (!reply.ok) asked.reject(new FrameRequestError({ message: reply.problem.message }))
    else if (reply.value.ok) asked.resolve(reply.value.result)
    else asked.reject(toError(reply.value.failure))
  }

  function shakeHands(onWelcome: () => void): void {
    hang?.()
    dropAll((type) => new FrameAbortedError({ type }))
    port = undefined
    const { port1, port2 } = new MessageChannel()
    const n = randomId()
    let isWelcome = false
    port1.onmessage = ({ data }) => {
      if (isWelcome) return receive(data)
      const welcome = frameWelcome.safeParse(data)
      if (!welcome.success || welcome.data.n !== n || welcome.data.v !== frameVersion) return
      isWelcome = true
      port = port1
      onWelcome()
    }
    hang = () => port1.close()
    // Any other document in the frame (an error page, a site that is not the wallet) never gets it.
    element.contentWindow?.postMessage({ t: 'hello', v: [frameVersion], n }, origin, [port2])
  }

  await mount(element)
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      hang?.()
      element.remove()
      reject(new FrameUnavailableError({ walletUrl: address.walletUrl }))
    }, patience)
    const greet = () =>
      shakeHands(() => {
        clearTimeout(timer)
        resolve()
      })
    element.addEventListener('load', greet)
  })

  return {
    element,
    request<T extends FrameRequestType>(type: T, payload: FramePayload<T>, options: RequestOptions) {
      const { timeout, signal } = options
      return new Promise<FrameResult<T>>((resolve, reject) => {
        const to = port
        if (!to) return reject(new FrameMissingError())
        if (signal?.aborted) return reject(new FrameAbortedError({ type }))
        const id = randomId()
        const finish = <V>(settle: (value: V) => void) => {
          return (value: V) => {
            clearTimeout(timer)
            signal?.removeEventListener('abort', onAbort)
            waiting.delete(id)
            settle(value)
          }
        }
        const fail = finish<unknown>(reject)
        const onAbort = () => fail(new FrameAbortedError({ type }))
        const timer = setTimeout(() => fail(new FrameTimeoutError({ type, milliseconds: timeout })), timeout)
        signal?.addEventListener('abort', onAbort)
        waiting.set(id, { type, resolve: finish(resolve as (value: unknown) => void), reject: fail })
        try {
          to.postMessage({ id, type, ...(payload === undefined ? {} : { payload }) })
        } catch (error) {
          // What an application passed cannot be sent to another window: a function, for example.
          fail(new FrameRequestError({ message: error instanceof Error ? error.message : String(error) }))
        }
      })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      hang?.()
      port = undefined
      dropAll((type) => new FrameAbortedError({ type }))
      element.remove()
    },
  }
}

function toError({ message, code, reason, retryAfter }: FrameFailure): Error {
  if (code !== undefined) return new RpcError({ rpcCode: code, message: message || 'An error occurred' })
  return new FrameRequestError({ message, reason, retryAfter })
}

function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
