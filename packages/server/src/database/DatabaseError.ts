import { BaseError } from '@portico/protocol'

/** Thrown when a server's database cannot be used. The message says what to do about it. */
export class DatabaseError extends BaseError {
  override name = 'DatabaseError'
  static override code = 'database-unusable'
}
