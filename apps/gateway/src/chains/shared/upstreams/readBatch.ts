import type { Answer } from './Answer.ts'
import { classifyAnswer } from './readAnswer.ts'

type Settled = Exclude<Answer, { kind: 'failure' }>

/**
 * Parses the response to a JSON-RPC batch with the ids 1 to `count`.
 *
 * @returns the answers in order of id; `retryable` if they are all there, but one of them is worth retrying at another upstream;
 * undefined if one is missing.
 */
export function readBatch(text: string, count: number): Settled[] | 'retryable' | undefined {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!Array.isArray(body) || body.length !== count) return undefined
  const byId = new Map<unknown, unknown>(body.map((item) => [(item as { id?: unknown } | null)?.id, item]))
  const answers: Settled[] = []
  let isRetryable = false
  for (let id = 1; id <= count; id++) {
    const answer = classifyAnswer({ body: byId.get(id), text: '', id })
    if (answer.kind === 'failure') return undefined
    if (answer.kind === 'error' && answer.isRetryable) isRetryable = true
    answers.push(answer)
  }
  return isRetryable ? 'retryable' : answers
}
