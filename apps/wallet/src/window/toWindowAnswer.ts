import type { Decision } from '../approve/Question.ts'

/** Writes the decision as the window's message, which `readWindowAnswer` reads. */
export function toWindowAnswer(decision: Decision): object {
  return typeof decision === 'string'
    ? { t: 'decision', decision }
    : { t: 'decision', decision: 'approved', limits: decision.approved }
}
