import type { WalletWindow } from '../approve/createApprover.ts'
import type { Decision, Question } from '../approve/Question.ts'
import { WindowClosedError } from '../approve/WindowClosedError.ts'
import { languageOf } from '../language/language.ts'
import type { Gateway } from '../session/createGatewayAccess.ts'
import { askByHandoff } from './askByHandoff.ts'
import { createHandoffSecrets, toFragment } from './handoff.ts'
import { isWindowHello, readWindowAnswer } from './windowMessages.ts'

/** Milliseconds between two checks whether the window was closed. */
const closedCheckInterval = 400
/** Milliseconds within which a window that can reach this frame says hello. */
const helloTimeoutMs = 1000

/**
 * Opens the wallet window and asks the question there. Call it inside a click, or the browser blocks the window. The page
 * around the frame takes no part: the window's name is random, and it finds this frame as its opener. Only messages of that
 * window and of our own origin are accepted.
 *
 * On a page with `Cross-Origin-Opener-Policy: same-origin` the browser isolates the two: `window.open` returns null, or a
 * window that never says hello. The question then goes through the gateway; see `handoff.ts`.
 */
export function openWalletWindow(asked: Question, { gateway }: { gateway: Gateway }): WalletWindow {
  const question = { ...asked, theme: readTheme(), language: languageOf('approve').tag }
  const name = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
  const secrets = createHandoffSecrets()
  const opened = window.open(`/window${toFragment(secrets)}`, name, 'popup,width=420,height=760')
  const ended = new AbortController()
  const handoff = new AbortController()
  let port: MessagePort | undefined

  const decision = new Promise<Decision>((resolve, reject) => {
    const startHandoff = () =>
      void askByHandoff({ secrets, question, gateway, signal: handoff.signal }).then(resolve, (error) => {
        // A window that is open may only be slow: it can still say hello.
        if (!opened || opened.closed) reject(error)
      })
    if (!opened) return startHandoff()
    const onMessage = (event: MessageEvent) => {
      const [offered, ...others] = event.ports
      if (event.source !== opened || event.origin !== location.origin) return
      if (!isWindowHello(event.data) || !offered || others.length > 0) return
      clearTimeout(helloTimer)
      // If the window was reloaded, its latest port counts.
      port?.close()
      port = offered
      handoff.abort()
      port.onmessage = ({ data }) => {
        const answer = readWindowAnswer(data)
        if (answer) resolve(answer)
      }
      port.postMessage({ t: 'question', question })
    }
    const helloTimer = setTimeout(startHandoff, helloTimeoutMs)
    window.addEventListener('message', onMessage, { signal: ended.signal })
    const closedTimer = setInterval(() => {
      // An isolated window is reported as closed, too: only one that has said hello is known to be closed.
      if (!opened.closed || !port) return
      clearInterval(closedTimer)
      reject(new WindowClosedError())
    }, closedCheckInterval)
    ended.signal.addEventListener('abort', () => {
      clearInterval(closedTimer)
      clearTimeout(helloTimer)
    })
  })
  // A caller that closes the window first ignores the decision: that is no unhandled rejection.
  decision.catch(() => {})

  return {
    decision,
    isIsolated: !opened,
    close() {
      ended.abort()
      handoff.abort()
      port?.postMessage({ t: 'over' })
      port?.close()
    },
  }
}

/** The theme that the host page set for this frame. */
function readTheme(): Question['theme'] {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : undefined
}
