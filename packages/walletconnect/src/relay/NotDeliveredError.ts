import { BaseError } from '@portico/protocol'

export class NotDeliveredError extends BaseError {
  override name = 'NotDeliveredError'
  static override code = 'relay-not-delivered'
  constructor() {
    super('A message could not be given to the relay in time.', {
      metaMessages: ['Is this device online, and the relay reachable?'],
    })
  }
}
