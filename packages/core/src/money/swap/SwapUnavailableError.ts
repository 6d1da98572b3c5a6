import { BaseError } from '@portico/protocol'

/** Thrown when there is no offer for a swap, or the kit cannot swap on a network. */
export class SwapUnavailableError extends BaseError {
  override name = 'SwapUnavailableError'
  static override code = 'swap-unavailable'
  constructor({ networkId }: { networkId: string }) {
    super('The swap cannot be made.', { metaMessages: [`Network: ${networkId}`] })
  }
}
