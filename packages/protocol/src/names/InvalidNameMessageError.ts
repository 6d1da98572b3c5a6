import { BaseError } from '../errors/BaseError.ts'

/** Thrown when a text is not a name message. `details` is the reason. */
export class InvalidNameMessageError extends BaseError {
  override name = 'InvalidNameMessageError'
  constructor({ reason }: { reason: string }) {
    super('The text is not a name message.', { code: 'malformed-message', details: reason })
  }
}
