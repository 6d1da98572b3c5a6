import { BaseError } from '@portico/protocol'

/** Thrown by `open` for `arguments` that the view does not take, or that are wrong. */
export class ViewArgumentsError extends BaseError {
  override name = 'ViewArgumentsError'
  static override code = 'view-arguments'
  constructor({ view, reason }: { view: string | undefined; reason: string }) {
    super('The `arguments` of `open` are wrong.', { metaMessages: [`View: ${view ?? 'none'}`, reason] })
  }
}
