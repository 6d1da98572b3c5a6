import { frameHello, frameVersion } from '@portico/protocol/frame'
import { matchesPattern } from './matchesPattern.ts'

/** The host page that the frame belongs to from now on. */
export type Host = { origin: string; port: MessagePort }

/** What of the window the handshake looks at. */
export type FrameWindow = {
  readonly parent: unknown
  readonly location: { readonly ancestorOrigins?: { readonly length: number } | undefined }
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

/**
 * Waits for the host's hello, the only message of the window that is ever listened to; everything else comes over the port
 * that it hands over. It counts only when it is from the parent, which is the top of the page and one of the project's
 * origins. Another hello of the same origin is the host's page starting over: `onHost` is called again.
 *
 * Everything that is not exactly that is left unanswered: an answer would tell a stranger that somebody is here.
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
  let known: string | undefined
  window.addEventListener('message', ({ source, origin, ports, data }) => {
    if (source !== window.parent || window.parent === window) return
    // Inside an allowed site that is itself inside another, that other one could lay itself over us.
    const { ancestorOrigins } = window.location
    if (ancestorOrigins && ancestorOrigins.length !== 1) return
    if (known ? origin !== known : !origins.some((pattern) => matchesPattern({ pattern, origin }))) return
    const [port] = ports
    const hello = frameHello.safeParse(data)
    if (!port || ports.length !== 1 || !hello.success || !hello.data.v.includes(frameVersion)) return
    known = origin
    onHost({ origin, port })
    const { n } = hello.data
    port.postMessage({ t: 'welcome', v: frameVersion, n, frameNonce: randomId(), caps: [] })
  })
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
