import type { FrameRequest, FrameRequestType } from '@portico/protocol/frame'

/** What the frame under a test answers: a value is a success, an `Error` an `_ERROR`, `hang` nothing at all. */
export type Answer = (request: FrameRequest) => unknown

export const hang = Symbol('hang')

/**
 * Plays the wallet's site behind an iframe element: a test has no second origin. The protocol is the real one, over a real
 * `MessagePort`.
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
    const to = port
    const result = await (answers.get(data.type)?.(data) ?? {})
    if (result === hang) return
    const isError = result instanceof Error
    to?.postMessage({
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
    /** The site does not answer the handshake. */
    silence: () => {
      isSilent = true
    },
    send: (data: unknown) => port?.postMessage(data),
    /** What `mount` is: the element is in the page, and its document has loaded. */
    mount(frame: HTMLIFrameElement) {
      element = frame
      // Its own document is of no use here, and would be fetched.
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
