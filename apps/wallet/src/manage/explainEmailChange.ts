import { ServerError } from '../session/ServerError.ts'
import { manageText } from './copy.ts'
import { explainLogin } from './explainLogin.ts'
import { formatTime } from './formatTime.ts'

/** Returns in the visitor's words why the e-mail address was not changed; empty if the visitor cancelled it. */
export function explainEmailChange(error: unknown): string {
  if (!(error instanceof ServerError)) return explainLogin(error)
  const id = `manage.emailChange.failures.${error.code}`
  if (!manageText.has(id)) return explainLogin(error)
  return manageText(id, { until: formatTime(error.problem.until ?? new Date().toISOString()) })
}
