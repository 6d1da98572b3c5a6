import type { OnrampProvidersResponse, OnrampQuote } from '@portico/protocol/gateway'

/** A provider that sells, with its offer if it quotes amounts. */
export interface Offer {
  provider: string
  name: string
  logo: string | undefined
  quote: OnrampQuote | undefined
}

/**
 * Returns the providers that sell: those with an offer first, in the gateway's order, then those that quote no amount. A provider may
 * sell for others, whose IDs begin with its own: `meld:BANXA`.
 */
export function listOffers(
  providers: OnrampProvidersResponse,
  quotes: readonly OnrampQuote[],
): readonly Offer[] {
  return [
    ...quotes.flatMap((quote) => {
      const [id] = quote.serviceProvider.split(':')
      const provider = providers.find(({ serviceProvider }) => serviceProvider === id)
      if (!provider) return []
      const name = quote.name ?? provider.name
      return [{ provider: quote.serviceProvider, name, logo: provider.logos?.light, quote }]
    }),
    ...providers
      .filter((provider) => !provider.quotes)
      .map(({ serviceProvider, name, logos }) => ({
        provider: serviceProvider,
        name,
        logo: logos?.light,
        quote: undefined,
      })),
  ]
}
