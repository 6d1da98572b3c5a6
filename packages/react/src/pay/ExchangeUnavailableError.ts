import { BaseError } from '@portico/protocol'

/** Thrown when an application asks for the page of an exchange that `useAvailableExchanges` does not list. */
export class ExchangeUnavailableError extends BaseError {
  override name = 'ExchangeUnavailableError'
  static override code = 'exchange-unavailable'
  constructor({ exchangeId }: { exchangeId: string }) {
    super('Payments from this exchange are not available.', {
      metaMessages: [
        `Exchange: ${exchangeId}`,
        'Use openPay: with "Pay another way" a visitor pays from any exchange.',
      ],
    })
  }
}
