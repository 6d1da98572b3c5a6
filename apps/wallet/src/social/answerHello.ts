import type { SocialTicket } from '../session/createSocialLogin.ts'
import { socialHello } from './socialMessages.ts'

/** The part of `window` that is used. */
export type ListeningWindow = Pick<Window, 'addEventListener' | 'removeEventListener'>

/**
 * Answers the hello of the wallet's page with the ticket, once: only to our own origin, and the next hello gets no answer. Call the
 * returned function when the frame waits no longer.
 */
export function answerHello({
  window,
  site,
  ticket,
  onAnswered,
}: {
  window: ListeningWindow
  /** Our own origin. */
  site: string
  ticket: SocialTicket
  onAnswered(): void
}): () => void {
  function onMessage({ origin, ports, data }: MessageEvent): void {
    const [port, ...others] = ports
    if (origin !== site || !port || others.length > 0) return
    const hello = socialHello.safeParse(data)
    if (!hello.success) return
    stop()
    port.postMessage({ type: 'portico/social', challenge: hello.data.challenge, ...ticket })
    onAnswered()
  }
  const stop = () => window.removeEventListener('message', onMessage)
  window.addEventListener('message', onMessage)
  return stop
}
