import { readProperty } from '@portico/protocol'
import * as z from 'zod/mini'
import type { Decision, Question } from '../approve/Question.ts'
import { addClientId } from '../session/addClientId.ts'
import { type HandoffSecrets, openHandoff, sealHandoff } from './handoff.ts'
import { toWindowAnswer } from './toWindowAnswer.ts'
import { windowQuestion } from './windowQuestion.ts'

/** A question that was handed to this window, and how to answer it. */
export type ReceivedQuestion = {
  question: Question
  /** Sends the decision. Resolves to false if it did not arrive, or the question was withdrawn. */
  answer(decision: Decision): Promise<boolean>
}

/** Milliseconds between two polls for the question, and their number: the frame may store it after the window has opened. */
const pollInterval = 500
const maxPolls = 20

/**
 * The window's side of the handoff: takes the question from the gateway. Returns undefined if there is none, or if it was
 * not encrypted for this window.
 */
export async function receiveQuestion({
  secrets,
  gatewayUrl,
  fetch,
  clientId,
}: {
  secrets: HandoffSecrets
  gatewayUrl: string
  fetch: typeof globalThis.fetch
  /** Returns the random ID of this installation. */
  clientId(): Promise<string>
}): Promise<ReceivedQuestion | undefined> {
  const post = async (action: string, fields: object = {}) =>
    fetch(await addClientId(`${gatewayUrl}/wallet/v1/window-mailbox/${action}`, clientId), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: secrets.id, ...fields }),
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(20_000),
    })

  for (let poll = 0; poll < maxPolls; poll += 1) {
    if (poll > 0) await new Promise((resolve) => setTimeout(resolve, pollInterval))
    const response = await post('question').catch(() => undefined)
    if (response?.ok) return open(response)
  }
  return undefined

  async function open(response: Response): Promise<ReceivedQuestion | undefined> {
    try {
      const sealed = `${readProperty(await response.json(), 'question')}`
      const { content, digest } = await openHandoff(secrets, { kind: 'question' }, sealed)
      return {
        question: z.parse(windowQuestion, content) as Question,
        async answer(decision) {
          const part = { kind: 'answer', questionDigest: digest } as const
          const { sealed: answer } = await sealHandoff(secrets, part, toWindowAnswer(decision))
          return post('answer', { answer }).then(
            ({ ok }) => ok,
            () => false,
          )
        },
      }
    } catch {
      // Not encrypted with this key, or changed on the way: show nothing of it.
      return undefined
    }
  }
}
