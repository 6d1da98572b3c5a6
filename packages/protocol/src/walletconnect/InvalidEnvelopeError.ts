import { BaseError } from '../errors/BaseError.ts'

export class InvalidEnvelopeError extends BaseError {
  override name = 'InvalidEnvelopeError'
  static override code = 'invalid-envelope'
  constructor({ reason }: { reason: string }) {
    super('A WalletConnect message could not be opened.', { metaMessages: [`Reason: ${reason}.`] })
  }
}
