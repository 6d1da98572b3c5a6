import type { OpenWindow } from '../approve/createApprover.ts'
import type { Decision, Question } from '../approve/Question.ts'
import { WindowBlockedError } from './WindowBlockedError.ts'
import { isWindowHello, readWindowAnswer } from './windowMessages.ts'

const closedEvery = 400

/**
 * Opens the wallet window from the frame, inside a click, and asks there. The page around the frame has no part in it: the
 * window's name is random, and it finds this frame as its opener. Only what comes from that very window, of our own origin,
 * is heard.
 *
 * @throws {WindowBlockedError} if the browser opens none, or cuts it off from this frame at once
 */
export function openWalletWindow(question: Question): OpenWindow {
  const name = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  const opened = window.open('/window', name, 'popup,width=420,height=760')
  if (!opened) throw new WindowBlockedError()
  const ended = new AbortController()
  let port: MessagePort | undefined

  const decision = new Promise<Decision>((resolve, reject) => {
    const listen = (event: MessageEvent) => {
      const [offered, ...others] = event.ports
      if (event.source !== opened || event.origin !== location.origin) return
      if (!isWindowHello(event.data) || !offered || others.length > 0) return
      // The window was loaded again: its last port is the one that counts.
      port?.close()
      port = offered
      port.onmessage = ({ data }) => {
        const answer = readWindowAnswer(data)
        if (answer) resolve(answer)
      }
      port.postMessage({ t: 'question', question })
    }
    window.addEventListener('message', listen, { signal: ended.signal })
    const timer = setInterval(() => {
      if (!opened.closed) return
      clearInterval(timer)
      reject(new Error('The wallet window was closed.'))
    }, closedEvery)
    ended.signal.addEventListener('abort', () => clearInterval(timer))
  })
  // Whoever closes it first has lost interest in how it ends.
  decision.catch(() => {})

  return {
    decision,
    close() {
      ended.abort()
      port?.postMessage({ t: 'over' })
      port?.close()
    },
  }
}
