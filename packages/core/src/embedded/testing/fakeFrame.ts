import type { FrameRequest, FrameRequestType } from '@portico/protocol/frame'

/**
 * The reply of the fake frame: a value becomes `_SUCCESS`, an `Error` becomes `_ERROR`, and `hang` sends no reply.
 */
export type Answer = (request: FrameRequest) => unknown

export const hang = Symbol('hang')

/**
 * Creates a fake of the wallet's site for an iframe element, as tests have no second origin. It uses the real
 * protocol over a real `MessagePort`.
 */
export function fakeFrame() {
  const answers = new Map<FrameRequestType, Answer>()
  const received: FrameRequest[] = []
  const hellos: { data: unknown; origin: string }[] = []
  let port: MessagePort | undefined
  let element: HTMLIFrameElement | undefined
  let isSilent = false

  async function reply({ data }: MessageEvent<FrameRequest>): Promise<void> {
    received.push(data)
    const currentPort = port
    const result = await (answers.get(data.type)?.(data) ?? {})
    if (result === hang) return
    const isError = result instanceof Error
    currentPort?.postMessage({
      id: data.id,
      type: `${data.type}_${isError ? 'ERROR' : 'SUCCESS'}`,
      payload: isError ? { ...result, message: result.message } : result,
    })
  }

  return {
    answers,
    received,
    hellos,
    types: () => received.map(({ type }) => type),
    get element() {
      return element
    },
    /** Stops answering the handshake. */
    silence: () => {
      isSilent = true
    },
    send: (data: unknown) => port?.postMessage(data),
    /** The `mount` parameter: adds the element to the page and fires its `load` event. */
    mount(frame: HTMLIFrameElement) {
      element = frame
      // Keeps jsdom from fetching the document.
      frame.removeAttribute('src')
      Object.defineProperty(frame, 'contentWindow', {
        value: {
          postMessage(data: { n: string }, origin: string, [other]: [MessagePort]) {
            hellos.push({ data, origin })
            if (isSilent) return
            port = other
            other.onmessage = (event) => void reply(event)
            other.postMessage({ t: 'welcome', v: 1, n: data.n, frameNonce: 'b'.repeat(32), caps: [] })
          },
        },
      })
      document.body.append(frame)
      queueMicrotask(() => queueMicrotask(() => setTimeout(() => frame.dispatchEvent(new Event('load')))))
    },
  }
}
