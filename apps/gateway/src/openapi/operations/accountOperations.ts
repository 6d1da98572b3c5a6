import {
  balanceResponse,
  feesResponse,
  historyResponse,
  identityResponse,
  nftsResponse,
  portfolioResponse,
  utxosResponse,
} from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { Operation } from '../Operation.ts'
import { parameters } from '../parameters.ts'

const { address, chainId, currency, limit, cursor, ifNoneMatch } = parameters
const refusals = ['invalid-request', 'chain-not-supported'] as const
const unchanged = {
  description: 'Nothing has changed since the answer with this ETag.',
  headers: ['etag'],
} as const

const forceUpdate = {
  in: 'query',
  name: 'forceUpdate',
  description: 'Contracts that are read now, listed or not: up to 100 CAIP-10 accounts, with commas between.',
  schema: z.string(),
} as const

const bitcoin = { ...chainId, example: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328' } as const

const identity = {
  method: 'get',
  summary: 'The name and the picture an address is known by',
  description: 'The primary ENS name, if there is a node of eip155:1, else a name of this gateway.',
  access: 'project',
  parameters: [address, chainId],
  answers: {
    200: {
      description: 'Name and picture; null where there is none.',
      schema: identityResponse,
      headers: ['cache-control'],
    },
  },
  problems: refusals,
} as const satisfies Omit<Operation, 'id' | 'path'>

/** What an account holds, did, and is called. */
export const accountOperations: readonly Operation[] = [
  {
    id: 'getBalance',
    method: 'get',
    path: '/v1/account/{address}/balance',
    summary: 'Coins and tokens of an account',
    description:
      'The coin, listed tokens, and tokens the account has moved. Chains that did not answer are missing and named in Server-Timing.',
    access: 'project',
    parameters: [address, chainId, { ...currency, isShown: true }, forceUpdate, ifNoneMatch],
    answers: {
      200: {
        description: '`value` is absent where nobody knows a price; `address` is absent for the coin.',
        schema: balanceResponse,
        headers: ['etag', 'cache-control', 'server-timing'],
      },
      304: unchanged,
    },
    problems: [...refusals, 'upstream-unavailable'],
  },
  {
    id: 'getPortfolio',
    method: 'get',
    path: '/v1/account/{address}/portfolio',
    summary: 'What an account holds, without amounts',
    access: 'project',
    parameters: [address, chainId, currency, forceUpdate, ifNoneMatch],
    answers: {
      200: {
        description: 'The most valuable first. `id` is CAIP-10.',
        schema: portfolioResponse,
        headers: ['etag', 'cache-control', 'server-timing'],
      },
      304: unchanged,
    },
    problems: [...refusals, 'upstream-unavailable'],
  },
  {
    id: 'getHistory',
    method: 'get',
    path: '/v1/account/{address}/history',
    summary: 'Transactions of an account',
    description:
      'Newest first. A page may be short, even empty, and still have a `next`: it holds what could be read in time.',
    access: 'project',
    parameters: [
      address,
      chainId,
      currency,
      { ...limit, isShown: true },
      cursor,
      {
        in: 'query',
        name: 'onramp',
        description: 'Purchases in place of transactions; there are none here.',
        schema: z.enum(['coinbase']),
      },
    ],
    answers: {
      200: {
        description: 'A page. `next` asks for the one after it; null: there is none.',
        schema: historyResponse,
        headers: ['server-timing'],
      },
    },
    problems: [...refusals, 'cursor-stale', 'upstream-unavailable'],
  },
  {
    id: 'getNfts',
    method: 'get',
    path: '/v1/account/{address}/nfts',
    summary: 'NFTs an account holds now',
    description:
      'Metadata on the web, IPFS or Arweave is fetched after the answer and comes with the next one.',
    access: 'project',
    parameters: [address, chainId, { ...limit, isShown: true }, cursor],
    answers: {
      200: {
        description: 'A page. `next` asks for the one after it; null: there is none.',
        schema: nftsResponse,
        headers: ['server-timing'],
      },
    },
    problems: [...refusals, 'upstream-unavailable'],
  },
  {
    id: 'getUtxos',
    method: 'get',
    path: '/v1/account/{address}/utxos',
    summary: 'Unspent outputs of a Bitcoin address',
    description: 'Confirmed and waiting. An address of several networks needs `chainId`.',
    access: 'project',
    parameters: [
      {
        ...address,
        description: 'An address of Bitcoin, or its CAIP-10 account.',
        example: 'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw',
      },
      { ...bitcoin, isShown: true },
    ],
    answers: {
      200: {
        description:
          'Up to 1000, the largest first. `value` is in satoshi; `height` is absent while one waits.',
        schema: utxosResponse,
      },
    },
    problems: [...refusals, 'upstream-unavailable'],
  },
  {
    id: 'getFees',
    method: 'get',
    path: '/v1/fees',
    summary: 'Fee rates of a Bitcoin network',
    access: 'project',
    parameters: [{ ...bitcoin, description: 'The network, by its CAIP-2 id.', required: true }],
    answers: {
      200: {
        description: 'Satoshi for a virtual byte, to be in a block within 144 blocks, 6, or the next one.',
        schema: feesResponse,
      },
    },
    problems: [...refusals, 'upstream-unavailable'],
  },
  { ...identity, id: 'getIdentity', path: '/v1/identity/{address}' },
  {
    ...identity,
    id: 'getAccountIdentity',
    path: '/v1/account/{address}/identity',
    description: 'The same as `GET /v1/identity/{address}`.',
  },
]
