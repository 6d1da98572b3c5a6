import { BaseError } from '@portico/protocol'

/** Thrown when an application asks for a payment that cannot be made. */
export class PayRequestError extends BaseError {
  override name = 'PayRequestError'
  static override code = 'pay-request'
  constructor({ reason, remedy }: { reason: string; remedy: string }) {
    super(reason, { metaMessages: [remedy] })
  }
}
