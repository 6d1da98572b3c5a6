import { BaseError } from '@portico/protocol'

/** Thrown for arguments that are not understood; the usage is shown with it. */
export class UsageError extends BaseError {
  override name = 'UsageError'
  static override code = 'usage'
}
