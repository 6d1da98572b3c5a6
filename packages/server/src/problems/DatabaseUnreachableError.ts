import { BaseError } from '@portico/protocol'

/** Thrown by queries while the server of the database cannot be reached. `cause` is the driver's error. */
export class DatabaseUnreachableError extends BaseError {
  override name = 'DatabaseUnreachableError'
  static override code = 'database-unreachable'
  /** By the database's watch, once per outage: not again by each request and each job that needs it. */
  readonly isLogged = true
  constructor({ cause }: { cause: unknown }) {
    super('The database cannot be reached.', { cause })
  }
}
