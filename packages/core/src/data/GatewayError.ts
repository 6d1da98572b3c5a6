import { BaseError } from '@portico/protocol'

/** Thrown when the gateway answers with an HTTP status other than 2xx. `code` is the gateway's error code. */
export class GatewayError extends BaseError {
  override name = 'GatewayError'
  static override code = 'gateway'
  readonly status: number
  /** Milliseconds until the gateway wants to be asked again. */
  readonly retryAfterMs: number | undefined
  constructor({
    status,
    retryAfterMs,
    code,
    detail,
  }: {
    status: number
    retryAfterMs?: number | undefined
    code?: string | undefined
    detail?: string | undefined
  }) {
    super(`The gateway rejected the request (${status}).`, { code, details: detail })
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}
