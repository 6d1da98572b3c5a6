import { BaseError } from '@portico/protocol'

/** A login ended at the provider: the visitor cancelled it there, or the provider gave no valid answer. */
export class ProviderRefusedError extends BaseError {
  override name = 'ProviderRefusedError'
  constructor(reason: 'refused' | 'failed') {
    super(reason === 'refused' ? 'The login was cancelled at the provider.' : 'The login did not work.', {
      code: `provider-${reason}`,
    })
  }
}
