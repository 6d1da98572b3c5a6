import { BaseError } from '@portico/protocol'

/** Thrown when the catalogue cannot be built; the message is one sentence for the person who runs the build. */
export class BuildError extends BaseError {
  override name = 'BuildError'
  static override code = 'catalogue-build'
}
