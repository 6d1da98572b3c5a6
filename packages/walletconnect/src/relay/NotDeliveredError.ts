import { BaseError } from '@portico/protocol'

/** The relay did not accept a message within its time limit, usually because it could not be reached. */
export class NotDeliveredError extends BaseError {
  override name = 'NotDeliveredError'
  static override code = 'relay-not-delivered'
  constructor() {
    super('The relay did not accept a message in time.', {
      metaMessages: ['Check that this device is online.'],
    })
  }
}
