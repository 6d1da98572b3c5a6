import { BaseError } from '@portico/protocol'

/** Thrown when the sign-in server returns an error. `code` is the error code of the server. */
export class SignInServerError extends BaseError {
  override name = 'SignInServerError'
  static override code = 'sign-in-server-error'
  /** The HTTP status. */
  readonly status: number
  /** The server's description of the error. */
  readonly detail: string | undefined
  /** Milliseconds until the server wants to be asked again. */
  readonly retryAfterMs: number | undefined
  constructor({
    url,
    status,
    code,
    detail,
    retryAfterMs,
  }: {
    url: string
    status: number
    code?: string | undefined
    detail?: string | undefined
    retryAfterMs?: number | undefined
  }) {
    super('The sign-in server refused the request.', {
      code,
      details: detail,
      metaMessages: [`URL: ${url}`, `Status: ${status}`],
    })
    this.status = status
    this.detail = detail
    this.retryAfterMs = retryAfterMs
  }
}
