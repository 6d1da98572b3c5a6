import { BaseError } from '@portico/protocol'
import { ServerError, ServerUnreachableError } from '../../session/ServerError.ts'
import { formatTime } from '../formatTime.ts'
import { importText } from './copy.ts'

/** Returns in the visitor's words why an import failed. */
export function explainImport(error: unknown): string {
  if (error instanceof ServerUnreachableError) return importText('import.failures.unreachable')
  const id = `import.failures.${error instanceof BaseError ? error.code : 'other'}`
  if (!importText.has(id)) return importText('import.failures.other')
  const until = error instanceof ServerError ? error.problem.until : undefined
  return importText(id, { until: until ? formatTime(until) : '' })
}
