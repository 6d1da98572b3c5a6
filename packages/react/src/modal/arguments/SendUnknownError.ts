import { BaseError } from '@portico/protocol'

/** Rejects `open({ view: 'WalletSend', arguments })` if the wallet did not say whether it has sent. Check before sending again. */
export class SendUnknownError extends BaseError {
  override name = 'SendUnknownError'
  static override code = 'send-unknown'
  constructor() {
    super('The wallet did not say whether it has sent the transaction.')
  }
}
