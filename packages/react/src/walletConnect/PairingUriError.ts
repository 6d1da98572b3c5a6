import { BaseError } from '@portico/protocol'

/** Thrown by `open` for a `uri` that is not a WalletConnect pairing URI. */
export class PairingUriError extends BaseError {
  override name = 'PairingUriError'
  static override code = 'pairing-uri'
  constructor() {
    super('`uri` is not a WalletConnect pairing URI.', {
      metaMessages: ['It must have the form `wc:<topic>@2?…`.'],
    })
  }
}
