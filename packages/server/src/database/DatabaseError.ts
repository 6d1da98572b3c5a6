import { BaseError } from '@portico/protocol'

/** Thrown when a server's data cannot be used; the sentence says what to do. */
export class DatabaseError extends BaseError {
  override name = 'DatabaseError'
  static override code = 'database-unusable'
}
