import { BaseError } from '../errors/BaseError.ts'
import { readRetryAfter } from './readRetryAfter.ts'

/** An HTTP response with an error status. */
export class HttpStatusError extends BaseError {
  override name = 'HttpStatusError'
  static override code = 'http-status'
  readonly status: number
  /** Milliseconds until the server wants to be asked again. */
  readonly retryAfterMs: number | undefined
  constructor(response: Response, details?: string | undefined) {
    super(`The server responded with status ${response.status}.`, { details })
    this.status = response.status
    this.retryAfterMs = readRetryAfter(response)
  }
}
