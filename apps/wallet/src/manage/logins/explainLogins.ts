import { ServerError } from '../../session/ServerError.ts'
import { explainLogin } from '../explainLogin.ts'
import { formatTime } from '../formatTime.ts'
import { loginsText } from './copy.ts'

/** Returns in the visitor's words why a login was not added or removed; empty if the visitor cancelled it. */
export function explainLogins(error: unknown): string {
  if (!(error instanceof ServerError)) return explainLogin(error)
  const id = `logins.failures.${error.code === 'held' ? 'device-held' : error.code}`
  if (!loginsText.has(id)) return explainLogin(error)
  const { until } = error.problem
  return loginsText(id, { until: until === undefined ? '' : formatTime(until) })
}
