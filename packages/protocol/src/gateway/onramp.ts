import * as z from 'zod/mini'

/** `GET /v1/onramp/providers?countries=`: the providers that the operator has set up and that serve the countries. */
export const onrampProvider = z.object({
  /** Such as `moonpay`; of a URL template, the operator's ID. */
  serviceProvider: z.string(),
  name: z.string(),
  logos: z.optional(z.object({ light: z.optional(z.string()), dark: z.optional(z.string()) })),
  /** Whether it quotes amounts. A provider that does not is offered by its name only. */
  quotes: z.boolean(),
})
export type OnrampProvider = z.infer<typeof onrampProvider>
export const onrampProvidersResponse = z.array(onrampProvider)
export type OnrampProvidersResponse = z.infer<typeof onrampProvidersResponse>

/**
 * `GET /v1/onramp/buy/options?country=&subdivision=`, also `/v1/onramp/options`. Payment currencies are ISO 4217 codes;
 * `chainId` is CAIP-2, `contractAddress` is empty for the network's coin. Limits are decimal strings.
 */
export const onrampOptionsResponse = z.object({
  paymentCurrencies: z.array(
    z.object({
      id: z.string(),
      limits: z.array(z.object({ id: z.string(), min: z.string(), max: z.string() })),
    }),
  ),
  purchaseCurrencies: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      symbol: z.string(),
      iconUrl: z.optional(z.string()),
      networks: z.array(
        z.object({
          name: z.string(),
          displayName: z.string(),
          contractAddress: z.string(),
          chainId: z.string(),
        }),
      ),
    }),
  ),
})
export type OnrampOptionsResponse = z.infer<typeof onrampOptionsResponse>

/**
 * `POST /v1/onramp/multi/quotes`. `destinationCurrencyCode` is a symbol such as `ETH`; `destinationChainId` (CAIP-2) and
 * `destinationTokenAddress` say which asset exactly. `sourceAmount` is a decimal number of the currency.
 */
export const onrampQuotesRequest = z.object({
  projectId: z.optional(z.string()),
  countryCode: z.optional(z.string()),
  destinationCurrencyCode: z.string(),
  destinationChainId: z.optional(z.string()),
  destinationTokenAddress: z.optional(z.string()),
  paymentMethodType: z.optional(z.string()),
  sourceAmount: z.union([z.number(), z.string()]),
  sourceCurrencyCode: z.string(),
  walletAddress: z.optional(z.string()),
  excludeProviders: z.optional(z.union([z.string(), z.array(z.string())])),
})
export type OnrampQuotesRequest = z.infer<typeof onrampQuotesRequest>

/** What one provider offers, the best first. All fees are included in `sourceAmount`; numbers are for showing only. */
export const onrampQuote = z.object({
  /** To be sent back to `POST /v1/onramp/widget`. Of a provider that is offered through another one, `meld:BANXA`. */
  serviceProvider: z.string(),
  /** To be shown. */
  name: z.optional(z.string()),
  sourceAmount: z.number(),
  sourceAmountWithoutFees: z.number(),
  sourceCurrencyCode: z.string(),
  countryCode: z.string(),
  destinationAmount: z.number(),
  destinationCurrencyCode: z.string(),
  exchangeRate: z.number(),
  networkFee: z.nullable(z.number()),
  transactionFee: z.nullable(z.number()),
  totalFee: z.number(),
  paymentMethodType: z.nullable(z.string()),
})
export type OnrampQuote = z.infer<typeof onrampQuote>
export const onrampQuotesResponse = z.array(onrampQuote)
export type OnrampQuotesResponse = z.infer<typeof onrampQuotesResponse>

const money = z.object({ value: z.string(), currency: z.string() })
/**
 * `GET /v1/onramp/buy/quotes`, and as a body of `POST /v1/onramp/quote`. `purchaseNetwork` is the name of a network in the
 * options, or a CAIP-2 ID.
 */
export const onrampBuyQuoteRequest = z.object({
  projectId: z.optional(z.string()),
  purchaseCurrency: z.string(),
  purchaseNetwork: z.optional(z.string()),
  paymentAmount: z.union([z.number(), z.string()]),
  paymentCurrency: z.string(),
  paymentMethod: z.optional(z.string()),
  country: z.string(),
  subdivision: z.optional(z.string()),
})
export type OnrampBuyQuoteRequest = z.infer<typeof onrampBuyQuoteRequest>

/** The best quote. `coinbaseFee` is the fee of the provider, whoever it is. */
export const onrampBuyQuoteResponse = z.object({
  paymentTotal: money,
  paymentSubTotal: money,
  purchaseAmount: money,
  coinbaseFee: money,
  networkFee: money,
  quoteId: z.string(),
})
export type OnrampBuyQuoteResponse = z.infer<typeof onrampBuyQuoteResponse>

/** `GET /v1/onramp/providers/properties?type=` */
export const onrampPropertyType = z.enum([
  'countries',
  'crypto-currencies',
  'fiat-currencies',
  'payment-methods',
  'fiat-purchases-limits',
  'countries-defaults',
])
export type OnrampPropertyType = z.infer<typeof onrampPropertyType>
const code = z.nullable(z.string())
/** One entry of the list; it has the fields of its type. */
export const onrampProperty = z.object({
  countryCode: z.optional(z.string()),
  name: z.optional(z.string()),
  flagImageUrl: z.optional(z.string()),
  currencyCode: z.optional(z.string()),
  chainCode: z.optional(z.string()),
  chainName: z.optional(z.string()),
  chainId: z.optional(z.string()),
  contractAddress: z.optional(code),
  symbolImageUrl: z.optional(code),
  paymentMethod: z.optional(z.string()),
  paymentType: z.optional(z.string()),
  minimumAmount: z.optional(z.number()),
  maximumAmount: z.optional(z.number()),
  defaultCurrencyCode: z.optional(z.string()),
  defaultPaymentMethods: z.optional(z.array(z.string())),
})
export const onrampPropertiesResponse = z.array(onrampProperty)
export type OnrampPropertiesResponse = z.infer<typeof onrampPropertiesResponse>

/** `POST /v1/onramp/widget`. Has an `Idempotency-Key`. */
export const onrampWidgetRequest = z.object({
  projectId: z.optional(z.string()),
  sessionData: z.object({
    countryCode: z.optional(z.string()),
    destinationCurrencyCode: z.string(),
    destinationChainId: z.optional(z.string()),
    destinationTokenAddress: z.optional(z.string()),
    sourceCurrencyCode: z.string(),
    sourceAmount: z.union([z.number(), z.string()]),
    serviceProvider: z.string(),
    walletAddress: z.string(),
    paymentMethodType: z.optional(z.string()),
    redirectUrl: z.optional(z.string()),
    lockFields: z.optional(z.array(z.string())),
  }),
})
export type OnrampWidgetRequest = z.infer<typeof onrampWidgetRequest>

/** The page of the provider, and the ID under which this gateway follows the purchase (128 random bits, hex). */
export const onrampWidgetResponse = z.object({ widgetUrl: z.string(), sessionId: z.string() })
export type OnrampWidgetResponse = z.infer<typeof onrampWidgetResponse>

/**
 * The state of a purchase. `opened`: the provider's page was opened; `working`: the provider has started; `paid`: the provider
 * says that it has sent the money, at `hash` if it says so; `arrived`: the transaction is on chain. Providers can be wrong
 * about everything but `arrived`, which the gateway reads from the chain.
 */
export const onrampStatus = z.enum(['opened', 'working', 'paid', 'arrived', 'failed', 'expired'])
export type OnrampStatus = z.infer<typeof onrampStatus>

/** `GET /v1/onramp/sessions/{id}`. Times are ISO 8601. */
export const onrampSession = z.object({
  sessionId: z.string(),
  serviceProvider: z.string(),
  status: onrampStatus,
  /** Of the payment: what the provider names, and from `arrived` on what the gateway has read on chain. */
  hash: z.nullable(z.string()),
  chainId: z.string(),
  destinationCurrencyCode: z.string(),
  /** Null: the network's coin. */
  destinationTokenAddress: z.nullable(z.string()),
  /** In whole units: what was quoted, and from `arrived` on what has arrived. Null: nothing was quoted. */
  destinationAmount: z.nullable(z.string()),
  sourceCurrencyCode: z.string(),
  sourceAmount: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When the gateway stops waiting. */
  expiresAt: z.string(),
})
export type OnrampSession = z.infer<typeof onrampSession>

/** `POST /v1/generators/onrampurl`: a provider's URL for an application that opens it itself. */
export const onrampUrlRequest = z.object({
  destinationWallets: z.array(
    z.object({
      address: z.string(),
      blockchains: z.optional(z.array(z.string())),
      assets: z.optional(z.array(z.string())),
    }),
  ),
  partnerUserId: z.string().check(z.minLength(32), z.maxLength(50)),
  defaultNetwork: z.optional(z.string()),
  defaultExperience: z.optional(z.string()),
  presetCryptoAmount: z.optional(z.number()),
  presetFiatAmount: z.optional(z.number()),
})
export type OnrampUrlRequest = z.infer<typeof onrampUrlRequest>
export const onrampUrlResponse = z.object({ url: z.string() })
export type OnrampUrlResponse = z.infer<typeof onrampUrlResponse>
