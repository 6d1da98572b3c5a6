import { BaseError } from '@portico/protocol'
import type { MessageFields } from './MessageFields.ts'

/** Thrown when a sign-in message, or the fields for one, do not follow EIP-4361. */
export class InvalidMessageError extends BaseError {
  override name = 'InvalidMessageError'
  static override code = 'invalid-message'
  /** The invalid field, or `message` if the text does not have the structure of a sign-in message. */
  readonly field: keyof MessageFields | 'message'
  /** What the field must be. */
  readonly reason: string
  constructor({ field, reason }: { field: keyof MessageFields | 'message'; reason: string }) {
    super(`Sign-in message is not valid: ${field} ${reason}.`)
    this.field = field
    this.reason = reason
  }
}
