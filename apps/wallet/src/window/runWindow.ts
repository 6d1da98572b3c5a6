import '../approve/approve.css'
import { copy } from '../approve/copy.ts'
import { drawRequest } from '../approve/drawRequest.ts'
import { observeWindow } from '../approve/observeVisibility.ts'
import type { Decision, Question } from '../approve/Question.ts'
import { watchApproval } from '../approve/watchApproval.ts'
import { element } from '../ui/element.ts'
import { readFrameMessage, windowHello } from './windowMessages.ts'

/** Milliseconds that a frame takes at most to answer its own window. */
const patience = 5000

/**
 * The wallet window: finds the frame that opened it, shows the request the frame hands over, and answers. A window that was
 * opened by anybody else stays empty, as nobody of our origin answers.
 */
export function runWindow({ opener = window.opener as Window | null, body = document.body } = {}): void {
  if (!opener) {
    say(copy.strayWindow)
    return
  }
  const { port1: port, port2 } = new MessageChannel()
  let stop: (() => void) | undefined
  const late = setTimeout(() => say(copy.strayWindow), patience)

  port.onmessage = ({ data }) => {
    const message = readFrameMessage(data)
    if (!message) return
    clearTimeout(late)
    stop?.()
    if (message === 'over') finish()
    else stop = ask(message.question)
  }
  // To our own origin alone: a page that opened this window itself hears nothing.
  opener.postMessage(windowHello, location.origin, [port2])

  function ask(question: Question): () => void {
    const drawn = drawRequest(question, { host: location.hostname })
    const answer = (decision: Decision) => {
      stop?.()
      port.postMessage({ t: 'decision', decision })
      finish()
    }
    drawn.reject.addEventListener('click', () => answer('rejected'))
    drawn.block?.addEventListener('click', () => answer('blocked'))
    body.replaceChildren(element('main', {}, drawn.element))
    document.title = copy.headings[question.description.name]
    drawn.reject.focus({ preventScroll: true })
    return watchApproval({
      ...drawn,
      isHighRisk: question.description.risk === 'high',
      proof: 'window',
      observe: observeWindow,
      onApproved: () => answer('approved'),
    })
  }

  function finish(): void {
    say(copy.windowDone)
    // Not at once: the answer must be on its way.
    setTimeout(() => window.close(), 100)
  }

  function say(text: string): void {
    body.replaceChildren(
      element('main', { class: 'view request' }, element('p', { class: 'notice', role: 'status' }, text)),
    )
  }
}
