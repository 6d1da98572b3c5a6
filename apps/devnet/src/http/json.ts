import type { Answer } from './Answer.ts'

/** Returns a JSON response. */
export function json(body: unknown, status = 200): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}
