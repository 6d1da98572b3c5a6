import { BaseError } from '@portico/protocol'
import { ServerUnreachableError } from '../session/ServerError.ts'
import { manageText } from './copy.ts'

/** Returns in the visitor's words why a login failed; empty if the visitor cancelled it. */
export function explainLogin(error: unknown): string {
  const isAway = error instanceof ServerUnreachableError
  const code = isAway ? 'unreachable' : error instanceof BaseError ? error.code : 'other'
  if (code === 'login-cancelled') return ''
  const id = `manage.login.failures.${code}`
  return manageText(manageText.has(id) ? id : 'manage.login.failures.other')
}
