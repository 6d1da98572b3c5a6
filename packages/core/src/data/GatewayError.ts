import { BaseError } from '@portico/protocol'

/** The gateway answered with something other than 2xx. `status` is the HTTP status, `code` the gateway's own. */
export class GatewayError extends BaseError {
  override name = 'GatewayError'
  static override code = 'gateway'
  readonly status: number
  constructor({
    status,
    code,
    detail,
  }: { status: number; code?: string | undefined; detail?: string | undefined }) {
    super(`The gateway refused the request (${status}).`, { code, details: detail })
    this.status = status
  }
}
