import {
  type FrameEvent,
  type FramePayload,
  type FrameRequestType,
  type FrameResult,
  frameVersion,
  frameWelcome,
  parseFrameEvent,
} from '@portico/protocol/frame'
import { createEmitter } from '../../events/createEmitter.ts'
import { FrameMissingError, FrameUnavailableError } from '../errors.ts'
import { createFrameElement, type FrameAddress } from './createFrameElement.ts'
import { createFrameRequests, type RequestOptions } from './createFrameRequests.ts'
import { randomId } from './randomId.ts'

/** How long the wallet's site may take to load and to answer the handshake, in milliseconds. */
const openTimeoutMs = 20_000

/** An open frame, after its handshake. */
export interface Frame {
  readonly element: HTMLIFrameElement
  /**
   * Sends a request to the frame and returns the result.
   *
   * @throws FrameTimeoutError · FrameAbortedError · FrameMissingError · RpcError for an error with a JSON-RPC code ·
   * FrameRequestError for any other error
   */
  request<T extends FrameRequestType>(
    type: T,
    payload: FramePayload<T>,
    options: RequestOptions,
  ): Promise<FrameResult<T>>
  /** Subscribes to the events of the frame; returns the function that unsubscribes. */
  subscribe(listener: (event: FrameEvent) => void): () => void
  /** Removes the frame from the page and rejects pending requests. */
  close(): void
}

/**
 * Opens the wallet's frame. A single `postMessage`, to the wallet's origin only, transfers a `MessagePort` over which
 * everything else is sent. When the frame reloads, pending requests are rejected and the handshake is repeated.
 *
 * @param mount Adds the element to the page, where it must stay.
 * @throws FrameUnavailableError when the frame does not answer within 20 seconds
 */
export async function openFrame({
  mount,
  onReload,
  ...address
}: FrameAddress & {
  mount(element: HTMLIFrameElement): void | Promise<void>
  /** Called when the frame has reloaded and answered the handshake again. */
  onReload(): void
}): Promise<Frame> {
  const { element, origin } = createFrameElement(address)
  const events = createEmitter<FrameEvent>()
  const requests = createFrameRequests()
  let port: MessagePort | undefined
  let closePort: (() => void) | undefined

  function receive(data: unknown): void {
    const event = parseFrameEvent(data)
    if (!event) requests.receive(data)
    else if (event.ok) events.emit(event.value)
  }

  function startHandshake(onOpen: () => void): void {
    closePort?.()
    requests.abortAll()
    port = undefined
    const { port1, port2 } = new MessageChannel()
    const n = randomId()
    let isOpen = false
    port1.onmessage = ({ data }) => {
      if (isOpen) return receive(data)
      const welcome = frameWelcome.safeParse(data)
      if (!welcome.success || welcome.data.n !== n || welcome.data.v !== frameVersion) return
      isOpen = true
      port = port1
      onOpen()
    }
    closePort = () => port1.close()
    // The target origin keeps the port from any other document in the frame, such as an error page.
    element.contentWindow?.postMessage({ t: 'hello', v: [frameVersion], n }, origin, [port2])
  }

  await mount(element)
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      closePort?.()
      element.remove()
      reject(new FrameUnavailableError({ walletUrl: address.walletUrl }))
    }, openTimeoutMs)
    let open = () => {
      clearTimeout(timer)
      resolve()
      open = onReload
    }
    element.addEventListener('load', () => startHandshake(() => open()))
  })

  return {
    element,
    request: async (type, payload, options) => {
      if (!port) throw new FrameMissingError()
      return requests.send(port, type, payload, options)
    },
    subscribe: events.on,
    close() {
      closePort?.()
      port = undefined
      requests.abortAll()
      element.remove()
    },
  }
}
