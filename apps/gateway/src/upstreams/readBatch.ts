import { type Answer, judge } from './readAnswer.ts'

type Settled = Exclude<Answer, { kind: 'failure' }>

/** The answers in the order asked, or undefined if any is missing or should be asked elsewhere. */
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
    const answer = judge({ body: byId.get(id), text: '', id })
    if (answer.kind === 'failure' || (answer.kind === 'error' && answer.elsewhere)) return undefined
    answers.push(answer)
  }
  return answers
}
