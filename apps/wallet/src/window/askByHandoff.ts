import { readProperty } from '@portico/protocol'
import type { Decision, Question } from '../approve/Question.ts'
import { SealBrokenError } from '../keys/sealing.ts'
import type { Gateway } from '../session/createGatewayAccess.ts'
import { ServerError, ServerUnreachableError } from '../session/ServerError.ts'
import { type HandoffSecrets, openHandoff, sealHandoff } from './handoff.ts'
import { readWindowAnswer } from './windowMessages.ts'

/** Milliseconds between two polls for the answer. */
const pollInterval = 1000

/**
 * The frame's side of the handoff: stores the encrypted question at the gateway and polls for the answer. An answer is
 * accepted only if the window encrypted it for exactly this question.
 *
 * @param signal aborts the wait and withdraws the question
 * @throws {ServerError | ServerUnreachableError} when the gateway refuses the question, or no longer has it
 * @throws {SealBrokenError} when the answer cannot be decrypted, or is no decision
 */
export async function askByHandoff({
  secrets,
  question,
  gateway,
  signal,
}: {
  secrets: HandoffSecrets
  question: Question
  gateway: Gateway
  signal: AbortSignal
}): Promise<Decision> {
  const post = (action: string, fields: object = {}) =>
    gateway(`/wallet/v1/window-mailbox${action}`, { method: 'POST', body: { id: secrets.id, ...fields } })
  const { sealed, digest } = await sealHandoff(secrets, { kind: 'question' }, question)
  let isAnswered = false
  try {
    await post('', { question: sealed })
    for (;;) {
      await waitForPoll(signal)
      const answer = readProperty(await post('/collect').catch(ignoreTemporary), 'answer')
      if (typeof answer !== 'string') continue
      isAnswered = true
      const { content } = await openHandoff(secrets, { kind: 'answer', questionDigest: digest }, answer)
      const decision = readWindowAnswer(content)
      if (!decision) throw new SealBrokenError()
      return decision
    }
  } finally {
    // The window should not show a withdrawn question. If this request fails, the question expires at the gateway.
    if (!isAnswered) post('/drop').catch(() => {})
  }
}

/** Ignores temporary failures: the answer stays at the gateway. */
function ignoreTemporary(error: unknown): void {
  const isTemporary =
    error instanceof ServerUnreachableError ||
    (error instanceof ServerError && (error.problem.status >= 500 || error.problem.status === 429))
  if (!isTemporary) throw error
}

function waitForPoll(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, pollInterval)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
