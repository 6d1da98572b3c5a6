import { readProperty } from '@portico/protocol'
import type { Decision, Question } from '../approve/Question.ts'

// Messages between the frame and its window. Both have our origin, so the messages need no authentication of their own.

/** Sent by the window to its opener, with a port. */
export const windowHello = { t: 'wallet-window' } as const

/** Whether a message is the window's hello. */
export function isWindowHello(data: unknown): boolean {
  return readProperty(data, 't') === windowHello.t
}

/** Reads a message of the frame: the question, or `over` when the request has ended. */
export function readFrameMessage(data: unknown): { question: Question } | 'over' | undefined {
  if (readProperty(data, 't') === 'over') return 'over'
  if (readProperty(data, 't') !== 'question') return undefined
  return { question: readProperty(data, 'question') as Question }
}

const decisions = [
  'approved',
  'approved-1',
  'approved-2',
  'rejected',
  'blocked',
] as const satisfies readonly Decision[]

/** Reads the window's decision, with the limits that the visitor chose. */
export function readWindowAnswer(data: unknown): Decision | undefined {
  const decision = readProperty(data, 'decision')
  const limits = readProperty(data, 'limits')
  if (limits !== undefined) {
    const [amount, until] = [readProperty(limits, 'amount'), readProperty(limits, 'until')]
    const isWhole = typeof amount === 'string' && /^\d{1,78}$/.test(amount) && Number.isSafeInteger(until)
    return readProperty(data, 't') === 'decision' && decision === 'approved' && isWhole
      ? { approved: { amount, until: until as number } }
      : undefined
  }
  return readProperty(data, 't') === 'decision' && (decisions as readonly unknown[]).includes(decision)
    ? (decision as Decision)
    : undefined
}
