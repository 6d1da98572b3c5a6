import { BaseError } from '../errors/BaseError.ts'

export class InvalidPairingUriError extends BaseError {
  override name = 'InvalidPairingUriError'
  static override code = 'invalid-pairing-uri'
  constructor({ reason }: { reason: string }) {
    super('This is not a WalletConnect address.', { metaMessages: [`Reason: ${reason}.`] })
  }
}
