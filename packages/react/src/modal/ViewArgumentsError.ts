import { BaseError } from '@portico/protocol'

/** Thrown by `open` for `arguments`: the views that take them, Swap and WalletSend, do not exist in this release. */
export class ViewArgumentsError extends BaseError {
  override name = 'ViewArgumentsError'
  static override code = 'view-arguments'
  constructor() {
    super('`open` takes no `arguments`.', {
      metaMessages: ['They are for the views Swap and WalletSend, which this release does not have.'],
    })
  }
}
