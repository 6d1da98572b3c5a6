import '../approve/approve.css'
import { copy } from '../approve/copy.ts'
import { drawRequest } from '../approve/drawRequest.ts'
import { observeWindow } from '../approve/observeVisibility.ts'
import type { Decision, Question } from '../approve/Question.ts'
import { watchApproval } from '../approve/watchApproval.ts'
import { element } from '../ui/element.ts'
import { drawOwnWords } from './drawOwnWords.ts'
import type { TakenQuestion } from './takeQuestion.ts'
import { readFrameMessage, windowHello } from './windowMessages.ts'

/** Milliseconds that a frame takes at most to answer its own window. */
const patience = 5000

/**
 * The wallet window: finds the frame that opened it, shows the request the frame hands over, and answers. A window that was
 * opened by anybody else stays empty, as nobody of our origin answers.
 */
export function runWindow({
  opener = window.opener as Window | null,
  body = document.body,
  take = async () => undefined,
  storage,
}: {
  opener?: Window | null | undefined
  body?: HTMLElement | undefined
  /** Takes what was left at the gateway for a window that the browser has cut off from its frame. */
  take?: (() => Promise<TakenQuestion | undefined>) | undefined
  /** Of the wallet's own site, for the visitor's own words. */
  storage?: Storage | undefined
} = {}): void {
  if (opener) askOpener(opener)
  else void askMailbox()

  function askOpener(opener: Window): void {
    const { port1: port, port2 } = new MessageChannel()
    let stop: (() => void) | undefined
    const late = setTimeout(() => say(copy.strayWindow), patience)

    port.onmessage = ({ data }) => {
      const message = readFrameMessage(data)
      if (!message) return
      clearTimeout(late)
      stop?.()
      if (message === 'over') finish()
      else
        stop = ask(message.question, (decision) => {
          port.postMessage({ t: 'decision', decision })
          finish()
        })
    }
    // To our own origin alone: a page that opened this window itself hears nothing.
    opener.postMessage(windowHello, location.origin, [port2])
  }

  async function askMailbox(): Promise<void> {
    const taken = await take()
    if (!taken) return say(copy.strayWindow)
    ask(taken.question, async (decision) => {
      say(copy.windowAnswering)
      if (await taken.answer(decision)) finish()
      else say(copy.windowOver)
    })
  }

  function ask(question: Question, answer: (decision: Decision) => void): () => void {
    const drawn = drawRequest(question, { host: location.hostname })
    const decide = (decision: Decision) => {
      stop()
      answer(decision)
    }
    drawn.reject.addEventListener('click', () => decide('rejected'))
    drawn.block?.addEventListener('click', () => decide('blocked'))
    const words = drawOwnWords(storage)
    body.replaceChildren(element('main', {}, drawn.element, ...(words ? [words] : [])))
    document.title = copy.headings[question.description.name]
    drawn.reject.focus({ preventScroll: true })
    const stop = watchApproval({
      ...drawn,
      isHighRisk: question.description.risk === 'high',
      proof: 'window',
      observe: observeWindow,
      onApproved: () => decide('approved'),
    })
    return stop
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
