import { element } from '@portico/page-server/element'
import { formatCountdown } from '../language/formatCountdown.ts'
import { ServerError } from '../session/ServerError.ts'
import { linkText } from './linkCopy.ts'

/** The button, and a way to stop its countdown. */
export type ResendButton = { button: HTMLButtonElement; stop(): void }

/**
 * Creates the button that has a link mailed again. It counts down the seconds until another mail may be requested, and is
 * unavailable meanwhile, but keeps the focus.
 */
export function createResendButton({
  resendAt: firstResendAt,
  resend,
  onResult,
  now = Date.now,
}: {
  /** When another link may be requested, in milliseconds since 1970. */
  resendAt: number
  /** Has another link mailed. */
  resend(): Promise<{ resendAt: number }>
  /** Called with what to tell the visitor. */
  onResult(sentence: string, isBad: boolean): void
  now?: (() => number) | undefined
}): ResendButton {
  const button = element('button', { type: 'button', class: 'button quiet' })
  const countdown = element('span', { 'aria-hidden': 'true' })
  let resendAt = firstResendAt
  let isSending = false

  function countDown(): void {
    const seconds = Math.ceil((resendAt - now()) / 1000)
    countdown.textContent = linkText('link.resendIn', { time: formatCountdown(seconds) })
    if (seconds > 0 !== button.contains(countdown)) drawLabel(seconds > 0)
    // Not `disabled`, because the button would lose the focus.
    if (seconds > 0 || isSending) button.setAttribute('aria-disabled', 'true')
    else button.removeAttribute('aria-disabled')
  }

  function drawLabel(isCounting: boolean): void {
    // The countdown is not part of the name: screen readers would read out each change.
    if (isCounting)
      button.replaceChildren(element('span', { class: 'unseen' }, linkText('link.resend')), countdown)
    else button.replaceChildren(linkText('link.resend'))
  }

  button.addEventListener('click', async () => {
    if (button.hasAttribute('aria-disabled')) return
    isSending = true
    countDown()
    try {
      resendAt = (await resend()).resendAt
      onResult(linkText('link.resent'), false)
    } catch (error) {
      const seconds = error instanceof ServerError ? error.problem.retryAfter : undefined
      resendAt = now() + (seconds ?? 5) * 1000
      onResult(linkText('link.notSent'), true)
    }
    isSending = false
    countDown()
  })
  drawLabel(false)
  countDown()
  const timer = setInterval(countDown, 1000)
  return { button, stop: () => clearInterval(timer) }
}
