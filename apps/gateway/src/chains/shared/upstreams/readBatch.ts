import type { Answer } from './Answer.ts'
import { classifyAnswer } from './readAnswer.ts'

type Settled = Exclude<Answer, { kind: 'failure' }>

/**
 * Parses the response to a JSON-RPC batch with the ids 1 to `count`.
 *
 * @returns the answers in order of id; undefined if one is missing or worth retrying at another upstream.
 */
export function readBatch(text: string, count: number): Settled[] | undefined {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!Array.isArray(body) || body.length !== count) return undefined
  const byId = new Map<unknown, unknown>(body.map((item) => [(item as { id?: unknown } | null)?.id, item]))
  const answers: Settled[] = []
  for (let id = 1; id <= count; id++) {
    const answer = classifyAnswer({ body: byId.get(id), text: '', id })
    if (answer.kind === 'failure' || (answer.kind === 'error' && answer.isRetryable)) return undefined
    answers.push(answer)
  }
  return answers
}
