import { element } from '@portico/page-server/element'
import type { LinkQuestion } from '../session/LinkQuestion.ts'
import { ServerError } from '../session/ServerError.ts'
import type { Surface } from '../ui/Surface.ts'
import { linkCopy } from './linkCopy.ts'
import './code.css'

export type LinkStepParameters = Omit<LinkQuestion, 'wait'> & {
  /** Host of the page that asks. */
  host: string
  /** Called when the visitor presses "Wrong address?". */
  onCancel(): void
}

/** An open step, and a way to close it. */
export type LinkStep = { close(): void }

/**
 * Shows that a link was mailed to the next address, and the digits to type on its page. It stays until it is closed or
 * cancelled: the caller waits for the approval.
 */
export function showLinkStep(
  { email, digits, host, resendAt: firstResendAt, resend, onCancel }: LinkStepParameters,
  { surface, now = Date.now }: { surface: Surface; now?: (() => number) | undefined },
): LinkStep {
  const heading = element('h1', { id: 'link-title', tabindex: '-1' }, linkCopy.title)
  const status = element('p', { class: 'small muted', role: 'status' }, linkCopy.waiting)
  const again = element('button', { type: 'button', class: 'button quiet' }, linkCopy.resend)
  const back = element('button', { type: 'button', class: 'button quiet' }, linkCopy.wrongAddress)
  const address = element('bdi', { class: 'address' }, email)
  const view = element(
    'section',
    { class: 'view', 'aria-labelledby': 'link-title' },
    element(
      'div',
      { class: 'center' },
      heading,
      element('p', { class: 'muted' }, linkCopy.asks(host)),
      element('p', { class: 'muted' }, linkCopy.sentTo, address, linkCopy.openIt),
      element('p', { class: 'digits' }, digits),
    ),
    element('div', { class: 'center' }, status, again, back),
  )

  let resendAt = firstResendAt
  let isOver = false

  function showStatus(sentence: string, isBad = false): void {
    status.textContent = sentence
    status.className = isBad ? 'small bad' : 'small muted'
  }

  function countDown(): void {
    const seconds = Math.ceil((resendAt - now()) / 1000)
    again.disabled = seconds > 0
    again.textContent = seconds > 0 ? linkCopy.resendIn(seconds) : linkCopy.resend
  }

  function close(): void {
    if (isOver) return
    isOver = true
    clearInterval(timer)
    surface.hide()
  }

  again.addEventListener('click', async () => {
    again.disabled = true
    try {
      resendAt = (await resend()).resendAt
      showStatus(linkCopy.resent)
    } catch (error) {
      const seconds = error instanceof ServerError ? error.problem.retryAfter : undefined
      resendAt = now() + (seconds ?? 5) * 1000
      showStatus(linkCopy.notSent, true)
    }
    countDown()
    // A disabled button loses the focus.
    heading.focus()
  })
  back.addEventListener('click', () => {
    close()
    onCancel()
  })

  countDown()
  const timer = setInterval(countDown, 1000)
  surface.show({ name: 'code', element: view })
  heading.focus()
  return { close }
}
