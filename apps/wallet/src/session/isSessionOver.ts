import { ServerError } from './ServerError.ts'

/**
 * Whether an error is the gateway's answer that the session is over. Status 401 alone does not say so: a statement of the
 * vault is refused with it, too, when a clock is wrong, and the session goes on.
 */
export function isSessionOver(error: unknown): error is ServerError {
  return error instanceof ServerError && /^(?:session|refresh)-/.test(error.code)
}
