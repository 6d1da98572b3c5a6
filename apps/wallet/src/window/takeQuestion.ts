import { readProperty } from '@portico/protocol'
import * as z from 'zod/mini'
import type { Decision, Question } from '../approve/Question.ts'
import { openLetter, sealLetter, type WindowLetter } from './windowLetter.ts'
import { windowQuestion } from './windowQuestion.ts'

/** A question that was left for this window, and the way to answer it. */
export type TakenQuestion = {
  question: Question
  /** False if the answer did not arrive, or nobody waits for it any more. */
  answer(decision: Decision): Promise<boolean>
}

/** Milliseconds between two looks for the question, and how many: the frame may still be leaving it. */
const lookEvery = 500
const looks = 20

/**
 * The window's side where it has no opener: takes the question that its letter finds at the gateway. Undefined where there is
 * none, or not one that was sealed for this window.
 */
export async function takeQuestion({
  letter,
  gatewayUrl,
  fetch,
}: {
  letter: WindowLetter
  gatewayUrl: string
  fetch: typeof globalThis.fetch
}): Promise<TakenQuestion | undefined> {
  const post = (part: string, more: object = {}) =>
    fetch(`${gatewayUrl}/wallet/v1/window-mailbox/${part}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: letter.id, ...more }),
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(20_000),
    })

  for (let look = 0; look < looks; look += 1) {
    if (look > 0) await new Promise((resolve) => setTimeout(resolve, lookEvery))
    const found = await post('question').catch(() => undefined)
    if (found?.ok) return open(found)
  }
  return undefined

  async function open(found: Response): Promise<TakenQuestion | undefined> {
    try {
      const sealed = `${readProperty(await found.json(), 'question')}`
      const { content, digest } = await openLetter(letter, { kind: 'question' }, sealed)
      return {
        question: z.parse(windowQuestion, content) as Question,
        async answer(decision) {
          const part = { kind: 'answer', to: digest } as const
          const { sealed: answer } = await sealLetter(letter, part, { t: 'decision', decision })
          return post('answer', { answer }).then(
            ({ ok }) => ok,
            () => false,
          )
        },
      }
    } catch {
      // Sealed by somebody else, or changed on its way: nothing is shown of it.
      return undefined
    }
  }
}
