import './approve.css'
import type { Surface } from '../ui/Surface.ts'
import { WindowClosedError } from '../window/WindowClosedError.ts'
import { copy } from './copy.ts'
import { drawNotice } from './drawNotice.ts'
import { drawAsker, drawRequest } from './drawRequest.ts'
import { drawText } from './drawText.ts'
import {
  canProveVisibility,
  type ObserveVisibility,
  observeVisibility,
  observeWindow,
} from './observeVisibility.ts'
import type { Decision, Question } from './Question.ts'
import { watchApproval } from './watchApproval.ts'

/** A request in the wallet window. */
export interface OpenWindow {
  /** Fails with {@link WindowClosedError} if it is closed without an answer, and where it cannot be reached. */
  decision: Promise<Decision>
  /** The browser keeps the window from us: it does not even say whether there is one. */
  isApart: boolean
  /** The request is over: whatever the window shows, it is done. */
  close(): void
}

/** Shows one request after the other, and says what the visitor decided. */
export interface Approver {
  /**
   * Draws the question and waits for the answer: inside the frame where the browser proves that it is seen, or where little
   * is at stake; else in the wallet window.
   */
  ask(question: Question, signal: AbortSignal): Promise<Decision>
  /** Says that something is under way. With `onReject` the visitor can still say no. */
  work(
    question: Pick<Question, 'origin' | 'claimedName'>,
    name: Question['description']['name'],
    text: string,
    onReject?: () => void,
  ): void
  /** Explains a failure, and waits for what the visitor wants. */
  fail(failure: Failure, signal: AbortSignal): Promise<'again' | 'close'>
  /** Draws nothing any more. */
  end(): void
}

export type Failure = {
  name: Question['description']['name']
  text: string
  details?: string | undefined
  canRetry: boolean
}

/** Milliseconds after which a request that cannot be armed is offered in the window too. */
const offerWindowAfter = 2500

/**
 * @example
 * import { createApprover } from './approve/createApprover.ts'
 * const approver = createApprover({ surface, openWindow })
 */
export function createApprover({
  surface,
  openWindow,
  host = location.hostname,
  canProve = canProveVisibility(),
  observe = canProve ? observeVisibility : observeWindow,
  now,
}: {
  surface: Surface
  /** Must be called inside a click. */
  openWindow(question: Question): OpenWindow
  host?: string | undefined
  canProve?: boolean | undefined
  observe?: ObserveVisibility | undefined
  now?: (() => number) | undefined
}): Approver {
  let opened: OpenWindow | undefined

  return {
    ask(question, signal) {
      opened?.close()
      opened = undefined
      return new Promise((resolve, reject) => {
        const ended = new AbortController()
        const settle = (decision: Decision) => {
          ended.abort()
          resolve(decision)
        }
        const abort = () => {
          ended.abort()
          reject(signal.reason)
        }
        if (signal.aborted) return abort()
        signal.addEventListener('abort', abort, { signal: ended.signal })
        const { risk } = question.description
        // A page can hide the frame in ways the observer does not see (measured in Chromium: a CSS `mask` on the frame's own
        // element). So what could cost much is never asked inside a page.
        const isInline = risk === 'low' || (risk === 'medium' && canProve)
        if (isInline) askHere(question, settle, ended.signal)
        else
          offerWindow(question, settle, ended.signal, risk === 'high' ? copy.whyWindowRisk : copy.whyWindow)
      })
    },

    work({ origin, claimedName }, name, text, onReject) {
      const buttons = onReject ? [{ label: copy.reject, onPress: onReject }] : []
      show(name, drawNotice({ name, title: drawAsker({ origin, claimedName }), text, buttons }))
    },

    fail({ name, text, details, canRetry }, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        const buttons = [
          { label: copy.close, onPress: () => resolve('close') },
          ...(canRetry ? [{ label: copy.again, isMain: true, onPress: () => resolve('again') }] : []),
        ]
        show(name, drawNotice({ name, text, details: details ? drawText(details) : undefined, buttons }))
      })
    },

    end() {
      opened?.close()
      opened = undefined
      surface.hide()
    },
  }

  function askHere(question: Question, settle: (decision: Decision) => void, ended: AbortSignal): void {
    const { name, risk } = question.description
    const drawn = drawRequest(question, { host })
    drawn.reject.addEventListener('click', () => settle('rejected'))
    drawn.block?.addEventListener('click', () => settle('blocked'))
    drawn.inWindow.addEventListener('click', () => goToWindow(question, settle, ended))
    surface.show({ name, element: drawn.element, summary: drawn.summary })
    drawn.reject.focus({ preventScroll: true })
    const stop = watchApproval({
      ...drawn,
      isHighRisk: risk === 'high',
      proof: canProve ? 'observed' : 'window',
      observe,
      onApproved: () => settle('approved'),
      now,
    })
    let offer: ReturnType<typeof setTimeout> | undefined
    const offerLater = () => {
      clearTimeout(offer)
      offer = setTimeout(() => {
        // Something is in the way, or the window is too low: there is a way around it.
        drawn.inWindow.hidden = drawn.approve.hasAttribute('data-armed')
      }, offerWindowAfter)
    }
    // Opening the details disarms for a moment, which is no trouble.
    drawn.element.addEventListener('toggle', offerLater, { capture: true, signal: ended })
    offerLater()
    ended.addEventListener('abort', () => {
      stop()
      clearTimeout(offer)
    })
  }

  function offerWindow(
    question: Question,
    settle: (decision: Decision) => void,
    ended: AbortSignal,
    text: string,
  ): void {
    const { name, title } = question.description
    const element = drawNotice({
      name,
      title: drawAsker(question, title),
      text,
      buttons: [
        { label: copy.reject, onPress: () => settle('rejected') },
        { label: copy.inWindow, isMain: true, onPress: () => goToWindow(question, settle, ended) },
      ],
    })
    show(name, element)
  }

  function goToWindow(question: Question, settle: (decision: Decision) => void, ended: AbortSignal): void {
    const made = openWindow(question)
    opened?.close()
    opened = made
    ended.addEventListener('abort', () => {
      // A decision ends the question, not the window: it shows that it is done.
      if (opened !== made) made.close()
    })
    made.decision.then(settle, (error) => {
      const text = error instanceof WindowClosedError ? copy.windowLost : copy.windowUnreached
      if (!ended.aborted && opened === made) offerWindow(question, settle, ended, text)
    })
    offerWindow(question, settle, ended, made.isApart ? copy.windowApart : copy.windowOpen)
  }

  function show(name: Question['description']['name'], element: HTMLElement): void {
    surface.show({ name, element })
    element.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
  }
}
