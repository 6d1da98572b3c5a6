import './approve.css'
import type { Surface, SurfaceView } from '../ui/Surface.ts'
import { approveText } from './copy.ts'
import { drawNotice } from './drawNotice.ts'
import { drawAsker, drawDetails, drawRequest } from './drawRequest.ts'
import { drawText } from './drawText.ts'
import {
  canProveVisibility,
  type ObserveVisibility,
  observeVisibility,
  observeWindow,
} from './observeVisibility.ts'
import type { Decision, Question } from './Question.ts'
import { showFit } from './showFit.ts'
import { WindowClosedError } from './WindowClosedError.ts'
import { watchApproval } from './watchApproval.ts'
import { watchFit } from './watchFit.ts'

/** A request that is open in the wallet window. */
export interface WalletWindow {
  /** Rejects with {@link WindowClosedError} if the window is closed without an answer, or with another error if it cannot be reached. */
  decision: Promise<Decision>
  /** The browser isolated the window from this frame, so it is unknown whether the window has opened. */
  isIsolated: boolean
  /** Ends the request; the window shows that it is done. */
  close(): void
}

/** Shows one request at a time, and returns the visitor's decision. */
export interface Approver {
  /**
   * Draws the question and waits for the decision: in the frame if the risk is low, or if it is medium and the browser proves
   * that the frame is visible; otherwise in the wallet window.
   */
  ask(question: Question, signal: AbortSignal): Promise<Decision>
  /** Shows progress. With `onReject` the visitor can still reject. */
  showProgress(
    question: Pick<Question, 'origin' | 'claimedName'>,
    name: Question['description']['name'],
    text: string,
    onReject?: () => void,
  ): void
  /** Shows a failure, and waits for the visitor to retry or close. */
  showFailure(failure: Failure, signal: AbortSignal): Promise<'again' | 'close'>
  /** Hides everything. */
  hide(): void
}

export type Failure = {
  name: Question['description']['name']
  text: string
  details?: string | undefined
  canRetry: boolean
}

/** Milliseconds after which the wallet window is offered for a request whose Approve button is not armed. */
const offerWindowAfter = 2500

/**
 * Creates the approver of a frame.
 *
 * @param openWindow opens a question in the wallet window; called inside a click, or the browser would block the window
 * @param canProve whether the browser can prove visibility (Intersection Observer v2)
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
  openWindow(question: Question): WalletWindow
  host?: string | undefined
  canProve?: boolean | undefined
  observe?: ObserveVisibility | undefined
  now?: (() => number) | undefined
}): Approver {
  let opened: WalletWindow | undefined

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
        const { risk, limits } = question.description
        // No browser reports every way in which a page can hide the frame (in Chromium, a CSS `mask` on the iframe element is
        // not). So only sign-in and, where the browser proves the rest, small transactions are asked inside a page.
        // Limits are lowered there, too.
        const isInline = !limits && (risk === 'low' || (risk === 'medium' && canProve))
        if (isInline) askInFrame(question, settle, ended.signal)
        else offerWindow(question, settle, ended.signal, approveText('approve.whyWindow'))
      })
    },

    showProgress({ origin, claimedName }, name, text, onReject) {
      const buttons = onReject ? [{ label: approveText('approve.reject'), onPress: onReject }] : []
      show(
        name,
        drawNotice({ name, title: drawAsker({ origin, claimedName }), text, isWaiting: true, buttons }),
      )
    },

    showFailure({ name, text, details, canRetry }, signal) {
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason)
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        const buttons = [
          { label: approveText('approve.close'), onPress: () => resolve('close') },
          ...(canRetry
            ? [{ label: approveText('approve.again'), isMain: true, onPress: () => resolve('again') }]
            : []),
        ]
        show(name, drawNotice({ name, text, details: details ? drawText(details) : undefined, buttons }))
      })
    },

    hide() {
      opened?.close()
      opened = undefined
      surface.hide()
    },
  }

  function askInFrame(question: Question, settle: (decision: Decision) => void, ended: AbortSignal): void {
    const { name, risk } = question.description
    const drawn = drawRequest(question, { host })
    drawn.reject.addEventListener('click', () => settle('rejected'))
    drawn.block?.addEventListener('click', () => settle('blocked'))
    drawn.inWindow.addEventListener('click', () => goToWindow(question, settle, ended))
    surface.show({ name: surfaceName(name), element: drawn.element, summary: drawn.summary })
    drawn.reject.focus({ preventScroll: true })
    const stop = watchApproval({
      ...drawn,
      isHighRisk: risk === 'high',
      proof: canProve ? 'observed' : 'window',
      observe,
      onApproved: () => settle(drawn.approval()),
      now,
    })
    let offer: ReturnType<typeof setTimeout> | undefined
    const offerLater = () => {
      clearTimeout(offer)
      offer = setTimeout(() => {
        // Something covers the request, or the frame is too small: offer the window instead.
        drawn.inWindow.hidden = !drawn.approve.hidden && drawn.approve.hasAttribute('data-armed')
      }, offerWindowAfter)
    }
    // Opening the details disarms the button for a moment: start the timer again.
    drawn.element.addEventListener('toggle', offerLater, { capture: true, signal: ended })
    offerLater()
    const stopFit = watchFit({ ...drawn, foot: drawn.buttons }, (fit) => {
      showFit(drawn, fit)
      if (fit !== 'small') offerLater()
    })
    ended.addEventListener('abort', () => {
      stop()
      stopFit()
      clearTimeout(offer)
    })
  }

  function offerWindow(
    question: Question,
    settle: (decision: Decision) => void,
    ended: AbortSignal,
    text: string,
  ): void {
    const { name, failure } = question.description
    const element = drawNotice({
      name,
      title: drawAsker(question, question.description),
      text,
      warning: failure,
      request: drawDetails(question),
      buttons: [
        {
          label: approveText('approve.reject'),
          isMain: failure !== undefined,
          onPress: () => settle('rejected'),
        },
        {
          label: approveText('approve.inWindow'),
          isMain: failure === undefined,
          onPress: () => goToWindow(question, settle, ended),
        },
      ],
    })
    show(name, element)
  }

  function goToWindow(question: Question, settle: (decision: Decision) => void, ended: AbortSignal): void {
    const next = openWindow(question)
    opened?.close()
    opened = next
    ended.addEventListener('abort', () => {
      // After a decision the window stays open and shows that it is done.
      if (opened !== next) next.close()
    })
    next.decision.then(settle, (error) => {
      const text =
        error instanceof WindowClosedError
          ? approveText('approve.windowLost')
          : approveText('approve.windowUnreached')
      if (!ended.aborted && opened === next) offerWindow(question, settle, ended, text)
    })
    offerWindow(
      question,
      settle,
      ended,
      next.isIsolated ? approveText('approve.windowIsolated') : approveText('approve.windowOpen'),
    )
  }

  function show(name: Question['description']['name'], element: HTMLElement): void {
    surface.show({ name: surfaceName(name), element })
    element.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
  }
}

/** The name of a view in the frame protocol, which has one for all signatures. */
function surfaceName(name: Question['description']['name']): SurfaceView['name'] {
  return name === 'sign-in' || name === 'permission' ? 'signature' : name
}
