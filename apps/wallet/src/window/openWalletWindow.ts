import type { OpenWindow } from '../approve/createApprover.ts'
import type { Decision, Question } from '../approve/Question.ts'
import type { Gateway } from '../requests/Network.ts'
import { askByMailbox } from './askByMailbox.ts'
import { WindowClosedError } from './WindowClosedError.ts'
import { makeLetter, toFragment } from './windowLetter.ts'
import { isWindowHello, readWindowAnswer } from './windowMessages.ts'

const closedEvery = 400
/** Milliseconds in which a window that finds this frame has said so. */
const helloWithin = 1000

/**
 * Opens the wallet window from the frame, inside a click, and asks there. The page around the frame has no part in it: the
 * window's name is random, and it finds this frame as its opener. Only what comes from that very window, of our own origin,
 * is heard.
 *
 * On a page with `Cross-Origin-Opener-Policy: same-origin` the browser cuts the two off from each other: it then names no
 * window, or one that is never heard of. The question is left for it at the gateway, sealed; see `windowLetter.ts`.
 */
export function openWalletWindow(question: Question, { gateway }: { gateway: Gateway }): OpenWindow {
  const name = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  const letter = makeLetter()
  const opened = window.open(`/window${toFragment(letter)}`, name, 'popup,width=420,height=760')
  const ended = new AbortController()
  const mailbox = new AbortController()
  let port: MessagePort | undefined

  const decision = new Promise<Decision>((resolve, reject) => {
    const leave = () =>
      void askByMailbox({ letter, question, gateway, signal: mailbox.signal }).then(resolve, (error) => {
        // One that stands open may only be slow, and is heard of yet.
        if (!opened || opened.closed) reject(error)
      })
    if (!opened) return leave()
    const listen = (event: MessageEvent) => {
      const [offered, ...others] = event.ports
      if (event.source !== opened || event.origin !== location.origin) return
      if (!isWindowHello(event.data) || !offered || others.length > 0) return
      clearTimeout(unheard)
      // The window was loaded again: its last port is the one that counts.
      port?.close()
      port = offered
      mailbox.abort()
      port.onmessage = ({ data }) => {
        const answer = readWindowAnswer(data)
        if (answer) resolve(answer)
      }
      port.postMessage({ t: 'question', question })
    }
    const unheard = setTimeout(leave, helloWithin)
    window.addEventListener('message', listen, { signal: ended.signal })
    const timer = setInterval(() => {
      // One that was cut off is said to be closed too.
      if (!opened.closed || !port) return
      clearInterval(timer)
      reject(new WindowClosedError())
    }, closedEvery)
    ended.signal.addEventListener('abort', () => {
      clearInterval(timer)
      clearTimeout(unheard)
    })
  })
  // Whoever closes it first has lost interest in how it ends.
  decision.catch(() => {})

  return {
    decision,
    isApart: !opened,
    close() {
      ended.abort()
      mailbox.abort()
      port?.postMessage({ t: 'over' })
      port?.close()
    },
  }
}
