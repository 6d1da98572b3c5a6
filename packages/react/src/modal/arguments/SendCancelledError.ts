import { BaseError } from '@portico/protocol'

/** Rejects `open({ view: 'WalletSend', arguments })` if the visitor closed the modal, or refused, before anything was sent. */
export class SendCancelledError extends BaseError {
  override name = 'SendCancelledError'
  static override code = 'send-cancelled'
  constructor() {
    super('The visitor has not sent anything.')
  }
}
