import { BaseError } from '@portico/protocol'

/** Thrown when the adapter of a connected namespace would be removed. */
export class AdapterInUseError extends BaseError {
  override name = 'AdapterInUseError'
  static override code = 'adapter-in-use'
  constructor({ namespace }: { namespace: string }) {
    super('An adapter cannot be removed while a wallet is connected through it.', {
      metaMessages: [`Namespace: ${namespace}`, 'Disconnect first.'],
    })
  }
}
