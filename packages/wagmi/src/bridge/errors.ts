import { BaseError } from '@portico/protocol'

/** `networks` of the adapter has no network of `eip155`. */
export class NoEvmNetworkError extends BaseError {
  override name = 'NoEvmNetworkError'
  static override code = 'no-evm-network'
  constructor() {
    super('The networks of WagmiAdapter must include one of eip155.', {
      metaMessages: ['Pass the same `networks` as to createAppKit.'],
    })
  }
}
