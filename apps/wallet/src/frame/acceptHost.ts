import { frameHello, frameVersion } from '@portico/protocol/frame'
import { matchesPattern } from './matchesPattern.ts'

/** The host page that embeds the frame. */
export type Host = { origin: string; port: MessagePort }

/** The part of `window` that the handshake uses. */
export type FrameWindow = {
  readonly parent: unknown
  readonly location: { readonly ancestorOrigins?: { readonly length: number } | undefined }
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

/**
 * Waits for the host page's hello, the only window message that the frame handles; all others come over the port that the
 * hello transfers. The hello must come from the parent window, which must be the top window and have one of the project's
 * origins. Another hello of the same origin means that the page started over: `onHost` is called again.
 *
 * Anything else gets no reply, so that other pages cannot detect the wallet.
 */
export function acceptHost({
  window,
  origins,
  onHost,
}: {
  window: FrameWindow
  /** The project's origin patterns. */
  origins: readonly string[]
  onHost(host: Host): void
}): void {
  let hostOrigin: string | undefined
  window.addEventListener('message', ({ source, origin, ports, data }) => {
    if (source !== window.parent || window.parent === window) return
    // If an allowed page is itself embedded, the page around it could cover the frame.
    const { ancestorOrigins } = window.location
    if (ancestorOrigins && ancestorOrigins.length !== 1) return
    if (hostOrigin ? origin !== hostOrigin : !origins.some((pattern) => matchesPattern({ pattern, origin })))
      return
    const [port] = ports
    const hello = frameHello.safeParse(data)
    if (!port || ports.length !== 1 || !hello.success || !hello.data.v.includes(frameVersion)) return
    hostOrigin = origin
    onHost({ origin, port })
    const { n } = hello.data
    port.postMessage({ t: 'welcome', v: frameVersion, n, frameNonce: randomId(), caps: [] })
  })
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
