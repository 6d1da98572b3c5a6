import { BaseError } from '@portico/protocol'

/** Thrown for arguments that a command does not understand; the help of the command is printed with it. */
export class UsageError extends BaseError {
  override name = 'UsageError'
  static override code = 'usage'
}
