import type { SocialOutcome, StartedSocialLogin } from '../session/createSocialLogin.ts'
import type { Surface } from '../ui/Surface.ts'
import { answerHello, type ListeningWindow } from './answerHello.ts'
import { socialCopy } from './copy.ts'
import { providerNames } from './providerNames.ts'
import { showContinueStep } from './showContinueStep.ts'
import { toFragment } from './socialMessages.ts'

/** Milliseconds within which a window that can reach this frame says hello. */
const helloTimeoutMs = 3000

/**
 * Follows a social login in the frame: gives its ticket to the window that the host page opened, offers to open the window itself if
 * no window says hello, and waits for the result.
 */
export function followLogin(
  { ticket, waitForResult }: Pick<StartedSocialLogin, 'ticket' | 'waitForResult'>,
  {
    window,
    site,
    host,
    surface,
    cancel,
  }: {
    window: ListeningWindow & Pick<Window, 'open'>
    /** Our own origin. */
    site: string
    /** Host of the page that asks. */
    host: string
    surface: Surface
    /** Ends the login. */
    cancel(): void
  },
): { result: Promise<SocialOutcome>; close(): void } {
  let step: { close(): void } | undefined
  let isOver = false
  const onAnswered = () => {
    clearTimeout(timer)
    step?.close()
  }
  const stopListening = answerHello({ window, site, ticket, onAnswered })
  const timer = setTimeout(() => {
    const url = `${site}/social?provider=${ticket.provider}${toFragment(ticket)}`
    const open = () => {
      // From now on only the window that is opened here gets the ticket.
      stopListening()
      window.open(url, '_blank', 'popup,width=480,height=720')
    }
    step = showContinueStep(
      { provider: providerNames[ticket.provider], intro: socialCopy.step.asks(host), open },
      { surface },
    )
  }, helloTimeoutMs)

  function end(): void {
    isOver = true
    stopListening()
    clearTimeout(timer)
    step?.close()
  }

  const result = waitForResult(() => step?.close()).finally(() => {
    if (!isOver) end()
  })
  return {
    result,
    close() {
      if (isOver) return
      end()
      cancel()
    },
  }
}
