import { BaseError } from '../errors/BaseError.ts'

/** Thrown when a text is not a valid WalletConnect pairing URI. */
export class InvalidPairingUriError extends BaseError {
  override name = 'InvalidPairingUriError'
  static override code = 'invalid-pairing-uri'
  constructor({ reason }: { reason: string }) {
    super('The WalletConnect pairing URI is invalid.', { metaMessages: [`Reason: ${reason}.`] })
  }
}
