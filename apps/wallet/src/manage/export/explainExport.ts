import { BaseError } from '@portico/protocol'
import { ServerError, ServerUnreachableError } from '../../session/ServerError.ts'
import { formatTime } from '../formatTime.ts'
import { exportCopy } from './copy.ts'

/** Returns in the visitor's words why the key could not be exported. */
export function explainExport(error: unknown): string {
  const { failures } = exportCopy
  const isAway = error instanceof ServerUnreachableError
  const code = isAway ? 'unreachable' : error instanceof BaseError ? error.code : 'other'
  const text = failures[(Object.hasOwn(failures, code) ? code : 'other') as keyof typeof failures]
  if (typeof text === 'string') return text
  const until = error instanceof ServerError ? error.problem.until : undefined
  return until === undefined ? failures.other : text(formatTime(until))
}
