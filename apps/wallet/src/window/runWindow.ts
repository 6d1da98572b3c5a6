import '../approve/approve.css'
import { element } from '@portico/page-server/element'
import { approveText } from '../approve/copy.ts'
import { drawRequest } from '../approve/drawRequest.ts'
import { headingOf } from '../approve/headingOf.ts'
import { observeOnceSeen } from '../approve/observeOnceSeen.ts'
import type { Decision, Question } from '../approve/Question.ts'
import { showFit } from '../approve/showFit.ts'
import { watchApproval } from '../approve/watchApproval.ts'
import { holdLanguage } from '../language/language.ts'
import { setQuestionLanguage } from '../language/loadLanguage.ts'
import { drawSecurityPhrase } from './drawSecurityPhrase.ts'
import type { ReceivedQuestion } from './receiveQuestion.ts'
import { toWindowAnswer } from './toWindowAnswer.ts'
import { readFrameMessage, windowHello } from './windowMessages.ts'

/** How long to wait for the frame's answer to the hello. */
const frameTimeoutMs = 5000

/**
 * Runs the wallet window: contacts the frame that opened it, shows the request that the frame sends, and returns the
 * decision. A window that another origin opened stays empty, because only our own origin receives its hello.
 *
 * @param receive takes the question from the gateway, for a window that the browser isolated from its frame
 * @param storage of the wallet's own site, for the visitor's security phrase
 */
export function runWindow({
  opener = window.opener as Window | null,
  body = document.body,
  receive = async () => undefined,
  storage,
}: {
  opener?: Window | null | undefined
  body?: HTMLElement | undefined
  receive?: (() => Promise<ReceivedQuestion | undefined>) | undefined
  storage?: Storage | undefined
} = {}): void {
  if (opener) connectToFrame(opener)
  else void askReceived()

  function connectToFrame(opener: Window): void {
    const { port1: port, port2 } = new MessageChannel()
    let stop: (() => void) | undefined
    const timer = setTimeout(() => showText(approveText('approve.strayWindow')), frameTimeoutMs)

    let messages = 0
    port.onmessage = async ({ data }) => {
      const message = readFrameMessage(data)
      if (!message) return
      clearTimeout(timer)
      stop?.()
      stop = undefined
      messages += 1
      if (message === 'over') return finish()
      const number = messages
      await setQuestionLanguage(message.question.language ?? 'en')
      // The frame has asked something else, or the request has ended, meanwhile.
      if (number !== messages) return
      stop = ask(message.question, (decision) => {
        port.postMessage(toWindowAnswer(decision))
        finish()
      })
    }
    // Only our own origin receives it: a page that opened this window learns nothing.
    opener.postMessage(windowHello, location.origin, [port2])
  }

  async function askReceived(): Promise<void> {
    const received = await receive()
    if (!received) return showText(approveText('approve.strayWindow'))
    await setQuestionLanguage(received.question.language ?? 'en')
    ask(received.question, async (decision) => {
      showText(approveText('approve.windowAnswering'))
      if (await received.answer(decision)) finish()
      else showText(approveText('approve.windowOver'))
    })
  }

  /** Shows a question. Returns a function that stops watching the buttons. */
  function ask(question: Question, onDecision: (decision: Decision) => void): () => void {
    if (question.theme) document.documentElement.dataset.theme = question.theme
    const drawn = drawRequest(question, { host: location.hostname, isWarningFirst: true })
    const release = holdLanguage()
    const decide = (decision: Decision) => {
      stop()
      release()
      onDecision(decision)
    }
    drawn.reject.addEventListener('click', () => decide('rejected'))
    drawn.block?.addEventListener('click', () => decide('blocked'))
    const phrase = drawSecurityPhrase(storage)
    body.replaceChildren(element('main', { class: 'window' }, drawn.element, ...(phrase ? [phrase] : [])))
    document.title = headingOf(question.description.name)
    drawn.reject.focus({ preventScroll: true })
    const stop = watchApproval({
      ...drawn,
      isHighRisk: question.description.risk === 'high',
      proof: 'window',
      observe: observeOnceSeen(
        {
          required: [...drawn.summary.querySelectorAll('.warning, #hold, .limits, .payments')],
          foot: drawn.buttons,
        },
        (isSeen) => showFit(drawn, isSeen ? 'whole' : 'scroll'),
      ),
      isValid: () => !drawn.limits || drawn.limits.read() !== undefined,
      onApproved: () => decide(drawn.approval()),
    })
    return stop
  }

  function finish(): void {
    showText(approveText('approve.windowDone'), { isDone: true })
    // Close a little later, so that the answer is sent first.
    setTimeout(() => window.close(), 100)
  }

  function showText(text: string, { isDone = false } = {}): void {
    body.replaceChildren(
      element(
        'main',
        { class: 'view request ended' },
        element('span', { class: isDone ? 'brand done' : 'brand', 'aria-hidden': 'true' }),
        element('p', { class: 'notice', role: 'status' }, text),
      ),
    )
  }
}
