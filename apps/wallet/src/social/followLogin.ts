import type { SocialOutcome, StartedSocialLogin } from '../session/createSocialLogin.ts'
import type { Surface } from '../ui/Surface.ts'
import { answerHello, type ListeningWindow } from './answerHello.ts'
import { socialText } from './copy.ts'
import { providerNames } from './providerNames.ts'
import { showContinueStep } from './showContinueStep.ts'
import { toFragment } from './socialMessages.ts'

/** Milliseconds within which a window that can reach this frame says hello. */
const helloTimeoutMs = 3000

/**
 * Follows a social login in the frame: gives its ticket to the window that the host page opened, offers to open the window itself if
 * no window says hello, and waits for the result. A login that returns to the host page gets no window: the frame offers to lead the
 * tab to the provider.
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
  const { returnTo } = ticket
  const provider = providerNames[ticket.provider]
  const url = `${site}/social?provider=${ticket.provider}${toFragment(ticket)}`
  const stopListening =
    returnTo === undefined ? answerHello({ window, site, ticket, onAnswered }) : () => undefined
  const showStep = () => {
    const open = () => {
      // From now on only the window that is opened here gets the ticket.
      stopListening()
      window.open(url, '_blank', 'popup,width=480,height=720')
    }
    const leave = () => void window.open(url, '_top')
    step = showContinueStep(
      returnTo === undefined
        ? {
            provider,
            intro: socialText('social.step.asks', { host }),
            open,
            opened: socialText('social.step.waiting', { provider }),
          }
        : {
            provider,
            intro: socialText('social.step.asksHere', { host, provider }),
            open: leave,
            opened: socialText('social.step.leaving', { provider }),
          },
      { surface },
    )
  }
  const timer = setTimeout(showStep, returnTo === undefined ? helloTimeoutMs : 0)

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
