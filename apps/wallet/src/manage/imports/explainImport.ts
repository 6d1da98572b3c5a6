import { BaseError } from '@portico/protocol'
import { ServerError, ServerUnreachableError } from '../../session/ServerError.ts'
import { formatTime } from '../formatTime.ts'
import { importCopy } from './copy.ts'

/** Returns in the visitor's words why an import failed. */
export function explainImport(error: unknown): string {
  const { failures } = importCopy
  if (error instanceof ServerUnreachableError) return failures.unreachable
  const code = error instanceof BaseError ? error.code : 'other'
  if (!Object.hasOwn(failures, code)) return failures.other
  const text = failures[code as keyof typeof failures]
  if (typeof text === 'string') return text
  return text(formatTime((error instanceof ServerError && error.problem.until) || ''))
}
