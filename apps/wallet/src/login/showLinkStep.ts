import { element } from '@portico/page-server/element'
import type { LinkQuestion } from '../session/LinkQuestion.ts'
import type { Surface } from '../ui/Surface.ts'
import { createResendButton } from './createResendButton.ts'
import { linkText } from './linkCopy.ts'
import './code.css'

export type LinkStepParameters = Omit<LinkQuestion, 'wait'> & {
  /** Host of the page that asks. */
  host: string
  /** Called when the visitor leaves the step. */
  onCancel(): void
}

/** An open step, and a way to close it. */
export type LinkStep = { close(): void }

/**
 * Shows that a link was mailed, and the digits to type on its page. It stays until it is closed or
 * cancelled: the caller waits for the approval.
 */
export function showLinkStep(
  { purpose = 'change', email, digits, host, resendAt, resend, onCancel }: LinkStepParameters,
  { surface, now }: { surface: Surface; now?: (() => number) | undefined },
): LinkStep {
  const heading = element('h1', { id: 'link-title', tabindex: '-1' }, linkText(`link.title.${purpose}`))
  const status = element('p', { class: 'small muted', role: 'status' }, linkText('link.waiting'))
  const again = createResendButton({
    resendAt,
    resend,
    onResult(sentence, isBad) {
      status.textContent = sentence
      status.className = isBad ? 'small bad' : 'small muted'
    },
    now,
  })
  const back = element('button', { type: 'button', class: 'button quiet' }, linkText(`link.back.${purpose}`))
  const address = element('bdi', { class: 'address' }, email)
  const view = element(
    'section',
    { class: 'view', 'aria-labelledby': 'link-title' },
    element(
      'div',
      { class: 'center' },
      heading,
      element('p', { class: 'muted' }, linkText(`link.asks.${purpose}`, { host })),
      element('p', { class: 'muted' }, ...linkText.parts('link.sentTo', { email: address })),
      element('p', { class: 'digits' }, digits),
    ),
    element('div', { class: 'center' }, status, again.button, back),
  )

  let isOver = false

  function close(): void {
    if (isOver) return
    isOver = true
    again.stop()
    surface.hide()
  }

  back.addEventListener('click', () => {
    close()
    onCancel()
  })

  surface.show({ name: 'code', element: view })
  heading.focus()
  return { close }
}
