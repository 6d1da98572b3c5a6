import * as z from 'zod/mini'
import { currencies } from '../currencies.ts'
import type { Parameter } from './Operation.ts'

/** The account of most example calls: the first account of the local chains. */
export const exampleAccount = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Parameters that several operations share. */
export const parameters = {
  address: {
    in: 'path',
    name: 'address',
    description:
      'An EVM, Solana or Bitcoin address, for all networks on which it is valid, or a CAIP-10 account ID, for its own network.',
    schema: z.string(),
    example: exampleAccount,
  },
  chainId: {
    in: 'query',
    name: 'chainId',
    description: 'Limits the result to the network with this CAIP-2 ID.',
    schema: z.string(),
    example: 'eip155:31337',
  },
  currency: {
    in: 'query',
    name: 'currency',
    description: 'Currency of values and prices.',
    schema: z._default(z.enum(currencies), 'usd'),
    example: 'eur',
  },
  limit: {
    in: 'query',
    name: 'limit',
    description: 'Number of entries per page.',
    schema: z._default(z.int().check(z.minimum(1), z.maximum(100)), 25),
    example: '10',
  },
  cursor: {
    in: 'query',
    name: 'cursor',
    description: '`next` of the previous page, which must have been requested with the same parameters.',
    schema: z.string(),
  },
  ifNoneMatch: {
    in: 'header',
    name: 'if-none-match',
    description: 'The ETag of the last response.',
    schema: z.string(),
  },
} as const satisfies Record<string, Parameter>
