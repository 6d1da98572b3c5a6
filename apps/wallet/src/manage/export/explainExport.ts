import { BaseError } from '@portico/protocol'
import { ServerError, ServerUnreachableError } from '../../session/ServerError.ts'
import { formatTime } from '../formatTime.ts'
import { exportText } from './copy.ts'

/** Returns in the visitor's words why the key could not be exported. */
export function explainExport(error: unknown): string {
  const isAway = error instanceof ServerUnreachableError
  const code = isAway ? 'unreachable' : error instanceof BaseError ? error.code : 'other'
  const id = `export.failures.${code}`
  const until = error instanceof ServerError ? error.problem.until : undefined
  const isIncomplete = until === undefined && /^(?:device-held|held|device-too-new)$/.test(code ?? '')
  if (!exportText.has(id) || isIncomplete) return exportText('export.failures.other')
  return exportText(id, until === undefined ? {} : { until: formatTime(until) })
}
