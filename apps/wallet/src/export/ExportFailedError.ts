import { BaseError } from '@portico/protocol'
import type { ExportFailure } from './exportTask.ts'

/** The wallet could not be exported or opened; `code` is the reason. */
export class ExportFailedError extends BaseError {
  override name = 'ExportFailedError'
  constructor(failure: ExportFailure) {
    super('The wallet could not be exported.', { code: failure })
  }
}
