import { BaseError } from '@portico/protocol'
import { ServerUnreachableError } from '../session/ServerError.ts'
import { manageCopy } from './copy.ts'

const copy = manageCopy.login

/** Returns in the visitor's words why a login failed; empty if the visitor cancelled it. */
export function explainLogin(error: unknown): string {
  const isAway = error instanceof ServerUnreachableError
  const code = isAway ? 'unreachable' : error instanceof BaseError ? error.code : 'other'
  return Object.hasOwn(copy.failures, code)
    ? copy.failures[code as keyof typeof copy.failures]
    : copy.failures.other
}
