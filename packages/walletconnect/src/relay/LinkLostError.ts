import { BaseError } from '@portico/protocol'

/** The line to the relay broke. Whatever was being sent is sent again on the next one. */
export class LinkLostError extends BaseError {
  override name = 'LinkLostError'
  static override code = 'relay-link-lost'
  constructor() {
    super('The connection to the relay was lost.')
  }
}
