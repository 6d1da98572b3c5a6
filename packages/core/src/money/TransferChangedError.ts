import { BaseError } from '@portico/protocol'

/** Thrown when the wallet's account or network is no longer the one that a transfer was planned for. */
export class TransferChangedError extends BaseError {
  override name = 'TransferChangedError'
  static override code = 'transfer-changed'
  constructor() {
    super('The wallet is on another account or network than the transfer.')
  }
}
