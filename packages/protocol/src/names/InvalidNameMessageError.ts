import { BaseError } from '../errors/BaseError.ts'

/** A text that is no name message of Portico. */
export class InvalidNameMessageError extends BaseError {
  override name = 'InvalidNameMessageError'
  constructor({ reason }: { reason: string }) {
    super('The text is no name message.', { code: 'malformed-message', details: reason })
  }
}
