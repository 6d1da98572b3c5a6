import {
  onrampBuyQuoteRequest,
  onrampBuyQuoteResponse,
  onrampOptionsResponse,
  onrampPropertiesResponse,
  onrampPropertyType,
  onrampProvidersResponse,
  onrampQuotesRequest,
  onrampQuotesResponse,
  onrampSession,
  onrampUrlRequest,
  onrampUrlResponse,
  onrampWidgetRequest,
  onrampWidgetResponse,
} from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { Operation, Parameter } from '../../infra/http/openapi/Operation.ts'
import { exampleAccount } from '../../infra/http/openapi/parameters.ts'

const query = (
  name: string,
  description: string,
  { required = false, example }: { required?: boolean; example?: string } = {},
): Parameter => ({
  in: 'query',
  name,
  description,
  schema: z.string(),
  required,
  ...(example === undefined ? {} : { example }),
})

const country = query('country', 'ISO 3166-1 code of the visitor’s country.', { example: 'DE' })
const subdivision = query('subdivision', 'ISO 3166-2 code, in the United States the state.')
const lists = ['invalid-request', 'onramp-country', 'onramp-unavailable'] as const
const quoted = [...lists, 'onramp-limits', 'onramp-not-configured'] as const

const widgetProblems = [
  ...quoted,
  'body-too-large',
  'onramp-account',
  'session-missing',
  'session-invalid',
  'session-expired',
  'session-revoked',
  'jwt-not-yet-valid',
] as const

const options = {
  method: 'get',
  cost: 5,
  access: 'project',
  parameters: [country, subdivision],
  answers: {
    200: {
      description: 'What all providers together sell. Empty if none is configured.',
      schema: onrampOptionsResponse,
      headers: ['cache-control'],
    },
  },
  problems: lists,
} as const

/** The operations of the onramp module. */
export const onrampOperations: readonly Operation[] = [
  { ...options, id: 'getOnrampOptions', path: '/v1/onramp/buy/options', summary: 'List what can be bought' },
  {
    ...options,
    id: 'getOnrampOptionsAlias',
    path: '/v1/onramp/options',
    summary: 'List what can be bought (another path)',
  },
  {
    id: 'getOnrampBuyQuote',
    method: 'get',
    path: '/v1/onramp/buy/quotes',
    cost: 5,
    summary: 'Get the best quote for a purchase',
    access: 'project',
    parameters: [
      query('purchaseCurrency', 'Symbol of the asset.', { required: true, example: 'ETH' }),
      query('purchaseNetwork', 'Name of the network in the options, or a CAIP-2 ID.', {
        example: 'eip155:31337',
      }),
      query('paymentAmount', 'Decimal number, fees included.', { required: true, example: '100' }),
      query('paymentCurrency', 'ISO 4217 code.', { required: true, example: 'USD' }),
      query('paymentMethod', 'ID of a limit in the options.'),
      { ...country, required: true },
      subdivision,
    ],
    answers: { 200: { description: 'The quote.', schema: onrampBuyQuoteResponse } },
    problems: quoted,
  },
  {
    id: 'createOnrampBuyQuote',
    method: 'post',
    path: '/v1/onramp/quote',
    cost: 5,
    summary: 'Get the best quote for a purchase (by POST)',
    access: 'project',
    body: {
      schema: onrampBuyQuoteRequest,
      example: { purchaseCurrency: 'ETH', paymentAmount: '100', paymentCurrency: 'USD', country: 'DE' },
    },
    answers: { 200: { description: 'The quote.', schema: onrampBuyQuoteResponse } },
    problems: [...quoted, 'body-too-large'],
  },
  {
    id: 'getOnrampQuotes',
    method: 'post',
    path: '/v1/onramp/multi/quotes',
    cost: 5,
    summary: 'Get the quotes of all providers',
    access: 'project',
    body: {
      schema: onrampQuotesRequest,
      example: {
        countryCode: 'DE',
        destinationCurrencyCode: 'ETH',
        destinationChainId: 'eip155:31337',
        sourceAmount: '100',
        sourceCurrencyCode: 'USD',
      },
    },
    answers: {
      200: {
        description:
          'The largest amount first, without providers that fail or do not quote. Kept for 15 seconds.',
        schema: onrampQuotesResponse,
      },
    },
    problems: [...quoted, 'body-too-large'],
  },
  {
    id: 'listOnrampProviders',
    method: 'get',
    path: '/v1/onramp/providers',
    summary: 'List the providers',
    access: 'project',
    parameters: [query('countries', 'ISO 3166-1 codes, separated by commas.', { example: 'DE' })],
    answers: {
      200: { description: 'Those that serve one of the countries.', schema: onrampProvidersResponse },
    },
    problems: ['onramp-country', 'onramp-unavailable'],
  },
  {
    id: 'listOnrampProperties',
    method: 'get',
    path: '/v1/onramp/providers/properties',
    cost: 5,
    summary: 'List countries, currencies, payment methods or limits',
    access: 'project',
    parameters: [
      {
        ...query('type', 'Which list.', { required: true, example: 'countries' }),
        schema: onrampPropertyType,
      },
      query('countries', 'ISO 3166-1 code.', { example: 'DE' }),
    ],
    answers: {
      200: { description: 'The list.', schema: onrampPropertiesResponse, headers: ['cache-control'] },
    },
    problems: lists,
  },
  {
    id: 'createOnrampUrl',
    method: 'post',
    path: '/v1/generators/onrampurl',
    cost: 5,
    summary: 'Get the URL of a provider’s page',
    description:
      'Of Coinbase if it is configured, otherwise of the first provider. The same rules apply as to the widget.',
    access: 'project',
    body: {
      schema: onrampUrlRequest,
      example: {
        destinationWallets: [{ address: exampleAccount, assets: ['ETH'] }],
        partnerUserId: '00112233445566778899aabbccddeeff',
        presetFiatAmount: 50,
      },
    },
    answers: { 200: { description: 'The URL.', schema: onrampUrlResponse, headers: ['cache-control'] } },
    problems: widgetProblems,
  },
  {
    id: 'openOnrampWidget',
    method: 'post',
    path: '/v1/onramp/widget',
    cost: 5,
    summary: 'Open a page of a provider for a purchase',
    description:
      'Six per minute and IP address. Only for pages whose origin is listed in the project. If the operator requires it, the address must be one of the session in `Authorization`.',
    access: 'project',
    isIdempotent: true,
    body: {
      schema: onrampWidgetRequest,
      example: {
        sessionData: {
          countryCode: 'DE',
          destinationCurrencyCode: 'ETH',
          destinationChainId: 'eip155:31337',
          sourceCurrencyCode: 'USD',
          sourceAmount: '100',
          serviceProvider: 'play',
          walletAddress: exampleAccount,
        },
      },
    },
    answers: {
      200: {
        description:
          'The page, and the ID under which the purchase is followed. Some pages open once, within five minutes.',
        schema: onrampWidgetResponse,
        headers: ['cache-control'],
      },
    },
    problems: widgetProblems,
  },
  {
    id: 'getOnrampSession',
    method: 'get',
    path: '/v1/onramp/sessions/{id}',
    summary: 'Get the state of a purchase',
    description:
      'The stream has the topic `onramp:<id>`. `arrived` is read from the chain; the other states are what the provider says.',
    access: 'project',
    parameters: [
      {
        in: 'path',
        name: 'id',
        description: '`sessionId` of the page.',
        schema: z.string(),
        example: '00112233445566778899aabbccddeeff',
      },
    ],
    answers: {
      200: { description: 'The purchase.', schema: onrampSession, headers: ['cache-control'] },
    },
    problems: ['not-found'],
  },
  {
    id: 'takeOnrampWebhook',
    method: 'post',
    path: '/v1/onramp/webhooks/{provider}',
    summary: 'Take a webhook of a provider',
    description:
      'For the providers only: the body is signed as each of them documents it, and at most five minutes old. The answer is the same whether or not the purchase exists.',
    access: 'public',
    parameters: [
      {
        in: 'path',
        name: 'provider',
        description: 'ID of the provider.',
        schema: z.string(),
        example: 'moonpay',
      },
    ],
    answers: { 204: { description: 'The webhook is authentic.' } },
    problems: ['not-found', 'body-too-large', 'invalid-request', 'webhook-invalid'],
  },
]
