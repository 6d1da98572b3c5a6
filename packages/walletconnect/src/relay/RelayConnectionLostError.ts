import { BaseError } from '@portico/protocol'

/** The connection to the relay was lost. Anything in flight is sent again on the next connection. */
export class RelayConnectionLostError extends BaseError {
  override name = 'RelayConnectionLostError'
  static override code = 'relay-link-lost'
  constructor() {
    super('The connection to the relay was lost.')
  }
}
