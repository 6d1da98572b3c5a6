import {
  convertAllowanceResponse,
  convertApproveResponse,
  convertBuildRequest,
  convertGasPriceResponse,
  convertQuotesResponse,
  convertTokensResponse,
  convertTransaction,
} from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { Operation, Parameter } from '../../infra/http/openapi/Operation.ts'
import { exampleAccount, parameters } from '../../infra/http/openapi/parameters.ts'

const coin = 'eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const token = 'eip155:31337:0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35'
const account = `eip155:31337:${exampleAccount}`

const query = (name: string, description: string, example?: string): Parameter => ({
  in: 'query',
  name,
  description,
  schema: z.string(),
  ...(example === undefined ? {} : { required: true, example }),
})
const chainId = query('chainId', 'CAIP-2 ID of the network.', 'eip155:31337')
const userAddress = query('userAddress', 'The account, in CAIP-10 form.', account)
const common = ['invalid-request', 'chain-not-supported', 'upstream-unavailable'] as const
const quoted = [...common, 'swap-no-route', 'swap-amount-too-small'] as const

/** The operations of the convert module. */
export const convertOperations: readonly Operation[] = [
  {
    id: 'listConvertTokens',
    method: 'get',
    path: '/v1/convert/tokens',
    cost: 2,
    summary: 'List the tokens that can be swapped on a network',
    access: 'project',
    parameters: [
      chainId,
      query('address', 'Only this token, listed or not: its address, or CAIP-10.'),
      parameters.ifNoneMatch,
    ],
    answers: {
      200: {
        description:
          'The coin, which has the address 0xeeee…ee (40 digits) on every network, then the tokens of the operator’s list.',
        schema: convertTokensResponse,
        headers: ['cache-control', 'etag'],
      },
      304: { description: 'The tokens have not changed.', headers: ['cache-control', 'etag'] },
    },
    problems: common,
  },
  {
    id: 'getConvertQuotes',
    method: 'get',
    path: '/v1/convert/quotes',
    cost: 10,
    summary: 'Get offers for a swap',
    description:
      'All providers are asked at once. Offers are sorted by what is left after the cost of gas, and valid for 30 seconds. Offers over pools are those of the newest block.',
    access: 'project',
    parameters: [
      query('amount', 'What is sold, in base units.', '1000000000000000'),
      userAddress,
      query('from', 'The token that is sold, in CAIP-10 form; the coin is 0xeeee…ee (40 digits).', coin),
      query('to', 'The token that is bought, in CAIP-10 form.', token),
      query('gasPrice', 'In wei; without it, the node is asked.'),
      query('slippage', 'How much less is accepted, in percent with up to two decimal places; 1 by default.'),
    ],
    answers: {
      200: {
        description: 'The offers, the best first.',
        schema: convertQuotesResponse,
        headers: ['cache-control'],
      },
    },
    problems: quoted,
  },
  {
    id: 'getConvertAllowance',
    method: 'get',
    path: '/v1/convert/allowance',
    cost: 2,
    summary: 'Get how much of a token a provider may take from an account',
    access: 'project',
    parameters: [
      query('tokenAddress', 'The token, in CAIP-10 form.', token),
      userAddress,
      query('provider', 'ID of the provider; the first one by default.'),
    ],
    answers: {
      200: { description: 'In base units.', schema: convertAllowanceResponse, headers: ['cache-control'] },
    },
    problems: common,
  },
  {
    id: 'getConvertGasPrice',
    method: 'get',
    path: '/v1/convert/gas-price',
    cost: 2,
    summary: 'Get gas prices of a network',
    description: 'On Solana networks each is 1, because the gas of a quote is in lamports.',
    access: 'project',
    parameters: [chainId],
    answers: {
      200: {
        description: 'In wei, or lamports.',
        schema: convertGasPriceResponse,
        headers: ['cache-control'],
      },
    },
    problems: common,
  },
  {
    id: 'buildConvertApproval',
    method: 'get',
    path: '/v1/convert/build-approve',
    cost: 5,
    summary: 'Write the approval that a swap needs',
    description: 'For exactly the amount; without an amount, for what the account holds. Never unlimited.',
    access: 'project',
    parameters: [
      userAddress,
      query('from', 'The token that is sold, in CAIP-10 form.', token),
      query(
        'to',
        'The spender of the quote, in CAIP-10 form. Contracts that are not of a configured provider are never allowed anything: the default provider is.',
        'eip155:31337:0x5B3120d0dA5FDcBA7aef87A9c3c64829C1c0D76B',
      ),
      query('amount', 'In base units.'),
    ],
    answers: {
      200: { description: 'The transaction.', schema: convertApproveResponse, headers: ['cache-control'] },
    },
    problems: [...common, 'swap-no-route'],
  },
  {
    id: 'buildConvertTransaction',
    method: 'post',
    path: '/v1/convert/build-transaction',
    cost: 10,
    summary: 'Write the transaction of a swap',
    description:
      'It returns at least `minAmount`, or else fails. What another provider has written is decoded and checked first. On Solana `data` is the serialized transaction in base64, which the account has to sign, too; for offers of `jupiter` it is JSON in base64, `{ swapInstruction, lookupTables }`: the instruction that swaps, and the lookup tables of its accounts. The project ID may also be sent in the body.',
    access: 'project',
    body: {
      schema: convertBuildRequest,
      description: 'Addresses in CAIP-10 form; `quoteId` is the ID of a quote.',
      example: { amount: '1000000000000000', from: coin, to: token, userAddress: account },
    },
    answers: {
      200: { description: 'The transaction.', schema: convertTransaction, headers: ['cache-control'] },
    },
    problems: [...quoted, 'body-too-large', 'swap-unverified', 'swap-quote-expired'],
  },
]
