import { ServerError } from '../session/ServerError.ts'
import { manageCopy } from './copy.ts'
import { explainLogin } from './explainLogin.ts'
import { formatTime } from './formatTime.ts'

const { failures } = manageCopy.emailChange

/** Returns in the visitor's words why the e-mail address was not changed; empty if the visitor cancelled it. */
export function explainEmailChange(error: unknown): string {
  if (!(error instanceof ServerError) || !Object.hasOwn(failures, error.code)) return explainLogin(error)
  const explanation = failures[error.code as keyof typeof failures]
  if (typeof explanation === 'string') return explanation
  return explanation(formatTime(error.problem.until ?? new Date().toISOString()))
}
