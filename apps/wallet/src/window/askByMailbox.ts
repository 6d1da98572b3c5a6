import { readProperty } from '@portico/protocol'
import type { Decision, Question } from '../approve/Question.ts'
import { SealBrokenError } from '../keys/sealing.ts'
import type { Gateway } from '../requests/Network.ts'
import { ServerError, ServerUnreachableError } from '../session/ServerError.ts'
import { openLetter, sealLetter, type WindowLetter } from './windowLetter.ts'
import { readWindowAnswer } from './windowMessages.ts'

/** Milliseconds between two looks for the answer. */
const lookEvery = 1000

/**
 * The frame's side where it cannot talk to its window: leaves the question at the gateway, sealed, and waits for the answer,
 * which counts only if it was sealed in that window for exactly this question.
 *
 * @throws {ServerError | ServerUnreachableError} when the gateway does not take it, or has lost it
 * @throws {SealBrokenError} when what comes back is not the window's answer
 */
export async function askByMailbox({
  letter,
  question,
  gateway,
  signal,
}: {
  letter: WindowLetter
  question: Question
  gateway: Gateway
  /** Nobody wants the answer any more. */
  signal: AbortSignal
}): Promise<Decision> {
  const post = (part: string, more: object = {}) =>
    gateway(`/wallet/v1/window-mailbox${part}`, { method: 'POST', body: { id: letter.id, ...more } })
  const { sealed, digest } = await sealLetter(letter, { kind: 'question' }, question)
  let isOver = false
  try {
    await post('', { question: sealed })
    for (;;) {
      await pause(signal)
      const answer = readProperty(await post('/collect').catch(goOn), 'answer')
      if (typeof answer !== 'string') continue
      isOver = true
      const { content } = await openLetter(letter, { kind: 'answer', to: digest }, answer)
      const decision = readWindowAnswer(content)
      if (!decision) throw new SealBrokenError()
      return decision
    }
  } finally {
    // The window should not show what nobody waits for; if this does not arrive, it ends by itself.
    if (!isOver) post('/drop').catch(() => {})
  }
}

/** A connection that breaks for a moment loses nothing: the answer waits. */
function goOn(error: unknown): void {
  const isAway =
    error instanceof ServerUnreachableError ||
    (error instanceof ServerError && (error.problem.status >= 500 || error.problem.status === 429))
  if (!isAway) throw error
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, lookEvery)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
