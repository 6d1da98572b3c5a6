import { BaseError } from '@portico/protocol'

/** Thrown when a name has another address than a moment before. */
export class NameChangedError extends BaseError {
  override name = 'NameChangedError'
  static override code = 'name-changed'
  constructor({ name }: { name: string }) {
    super('The name has another address now.', { metaMessages: [`Name: ${name}`] })
  }
}
