import { BaseError } from '@portico/protocol'
import { ServerError, ServerUnreachableError } from '../../session/ServerError.ts'
import { formatTime } from '../formatTime.ts'
import { moveText } from './copy.ts'

/** Returns in the visitor's words why a move failed. */
export function explainMove(error: unknown): string {
  if (error instanceof ServerUnreachableError) return moveText('move.failures.unreachable')
  const id = `move.failures.${error instanceof BaseError ? error.code : 'other'}`
  if (!moveText.has(id)) return moveText('move.failures.other')
  const until = error instanceof ServerError ? error.problem.until : undefined
  return moveText(id, { until: until ? formatTime(until) : '' })
}
