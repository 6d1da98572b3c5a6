import { readProperty } from '@portico/protocol'
import type { Decision, Question } from '../approve/Question.ts'

// Between the frame and its window there is one origin, so these texts need names and no defence of their own.

/** What the window says to its opener, with a port. */
export const windowHello = { t: 'wallet-window' } as const

export function isWindowHello(data: unknown): boolean {
  return readProperty(data, 't') === windowHello.t
}

/** What the frame says on the port: the question, or that it is over. */
export function readFrameMessage(data: unknown): { question: Question } | 'over' | undefined {
  if (readProperty(data, 't') === 'over') return 'over'
  if (readProperty(data, 't') !== 'question') return undefined
  return { question: readProperty(data, 'question') as Question }
}

const decisions: readonly unknown[] = ['approved', 'rejected', 'blocked'] satisfies Decision[]

/** What the window answers on the port. */
export function readWindowAnswer(data: unknown): Decision | undefined {
  const decision = readProperty(data, 'decision')
  return readProperty(data, 't') === 'decision' && decisions.includes(decision)
    ? (decision as Decision)
    : undefined
}
