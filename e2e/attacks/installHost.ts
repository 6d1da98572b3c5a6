/** A wallet's frame, as controlled by a page without our kit. */
export interface RawFrame {
  element: HTMLIFrameElement
  /** All messages received over its ports. */
  messages: { id?: string; type?: string; t?: string; payload?: unknown }[]
  /** Sends a handshake. Resolves with whether the frame has responded within the timeout (ms). */
  greet(timeoutMs?: number): Promise<boolean>
  post(message: unknown): void
  /** Sends a request and waits for the response. */
  ask(type: string, payload?: unknown): Promise<{ type: string; payload: never }>
  /** Sends a request and returns its id. */
  send(type: string, payload?: unknown): string
  answerTo(id: string): { type: string; payload: unknown } | undefined
}

export interface RawHost {
  frames: Record<string, RawFrame>
  embed(parameters: { name: string; src: string; style?: string }): Promise<RawFrame>
  randomId(): string
}

declare global {
  interface Window {
    host: RawHost
  }
}

/** Runs in every page of the attacked browser; an injected script could do the same. */
export function installHost(): void {
  const randomId = () => crypto.randomUUID().replaceAll('-', '')
  const frames: Record<string, RawFrame> = {}

  function createFrame(element: HTMLIFrameElement): RawFrame {
    let port: MessagePort | undefined
    const frame: RawFrame = {
      element,
      messages: [],
      greet(timeoutMs = 10_000) {
        const { port1, port2 } = new MessageChannel()
        port = port1
        const n = randomId()
        return new Promise((resolve) => {
          const timer = setTimeout(() => resolve(false), timeoutMs)
          port1.onmessage = ({ data }) => {
            frame.messages.push(data)
            if (data.t !== 'welcome' || data.n !== n) return
            clearTimeout(timer)
            resolve(true)
          }
          element.contentWindow?.postMessage({ t: 'hello', v: [1], n }, '*', [port2])
        })
      },
      post: (message) => port?.postMessage(message),
      send(type, payload) {
        const id = randomId()
        frame.post({ id, type, ...(payload === undefined ? {} : { payload }) })
        return id
      },
      async ask(type, payload) {
        const id = frame.send(type, payload)
        for (;;) {
          const answer = frame.answerTo(id)
          if (answer) return answer as never
          await new Promise((resolve) => setTimeout(resolve, 20))
        }
      },
      answerTo: (id) => frame.messages.find((message) => message.id === id) as never,
    }
    return frame
  }

  window.host = {
    frames,
    randomId,
    embed({ name, src, style = '' }) {
      const element = document.createElement('iframe')
      element.src = src
      element.setAttribute(
        'sandbox',
        'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
      )
      element.style.cssText = `position:fixed;left:0;top:0;width:340px;height:640px;border:0;${style}`
      const frame = createFrame(element)
      frames[name] = frame
      return new Promise((resolve) => {
        element.addEventListener('load', () => resolve(frame), { once: true })
        document.body.append(element)
      })
    },
  }
}
