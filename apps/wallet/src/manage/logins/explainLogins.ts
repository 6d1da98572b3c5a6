import { ServerError } from '../../session/ServerError.ts'
import { explainLogin } from '../explainLogin.ts'
import { formatTime } from '../formatTime.ts'
import { loginsCopy } from './copy.ts'

const { failures } = loginsCopy

/** Returns in the visitor's words why a login was not added or removed; empty if the visitor cancelled it. */
export function explainLogins(error: unknown): string {
  const code = error instanceof ServerError && error.code === 'held' ? 'device-held' : codeOf(error)
  if (!Object.hasOwn(failures, code)) return explainLogin(error)
  const text = failures[code as keyof typeof failures]
  if (typeof text === 'string') return text
  const { until } = (error as ServerError).problem
  return text(until === undefined ? '' : formatTime(until))
}

const codeOf = (error: unknown): string => (error instanceof ServerError ? error.code : '')
