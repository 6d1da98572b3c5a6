import { BaseError } from '../errors/BaseError.ts'

/** Thrown when a WalletConnect envelope cannot be decrypted or decoded. */
export class InvalidEnvelopeError extends BaseError {
  override name = 'InvalidEnvelopeError'
  static override code = 'invalid-envelope'
  constructor({ reason }: { reason: string }) {
    super('The WalletConnect message could not be decrypted.', { metaMessages: [`Reason: ${reason}.`] })
  }
}
