import { element } from '@portico/page-server/element'
import { ServerError } from '../session/ServerError.ts'
import { linkCopy } from './linkCopy.ts'

/** The button, and a way to stop its countdown. */
export type ResendButton = { button: HTMLButtonElement; stop(): void }

/**
 * Creates the button that has a link mailed again. It counts down the seconds until another mail may be requested, and is
 * disabled meanwhile.
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
  /** Called with what to tell the visitor. The button is disabled then and has lost the focus. */
  onResult(sentence: string, isBad: boolean): void
  now?: (() => number) | undefined
}): ResendButton {
  const button = element('button', { type: 'button', class: 'button quiet' }, linkCopy.resend)
  let resendAt = firstResendAt

  function countDown(): void {
    const seconds = Math.ceil((resendAt - now()) / 1000)
    button.disabled = seconds > 0
    button.textContent = seconds > 0 ? linkCopy.resendIn(seconds) : linkCopy.resend
  }

  button.addEventListener('click', async () => {
    button.disabled = true
    try {
      resendAt = (await resend()).resendAt
      onResult(linkCopy.resent, false)
    } catch (error) {
      const seconds = error instanceof ServerError ? error.problem.retryAfter : undefined
      resendAt = now() + (seconds ?? 5) * 1000
      onResult(linkCopy.notSent, true)
    }
    countDown()
  })
  countDown()
  const timer = setInterval(countDown, 1000)
  return { button, stop: () => clearInterval(timer) }
}
