import * as z from 'zod/mini'
import { currencies } from '../http/currencies.ts'
import type { Parameter } from './Operation.ts'

/** The account most examples ask about: the first one of the local chains. */
export const exampleAccount = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

/** Parameters that mean the same in several operations. */
export const parameters = {
  address: {
    in: 'path',
    name: 'address',
    description:
      'An address of an EVM chain, Solana or Bitcoin, which asks all chains it can be of, or a CAIP-10 account, which asks its own.',
    schema: z.string(),
    example: exampleAccount,
  },
  chainId: {
    in: 'query',
    name: 'chainId',
    description: 'Only this chain, by its CAIP-2 id.',
    schema: z.string(),
    example: 'eip155:31337',
  },
  currency: {
    in: 'query',
    name: 'currency',
    description: 'The currency of values and prices.',
    schema: z._default(z.enum(currencies), 'usd'),
    example: 'eur',
  },
  limit: {
    in: 'query',
    name: 'limit',
    description: 'Entries of a page.',
    schema: z._default(z.int().check(z.minimum(1), z.maximum(100)), 25),
    example: '10',
  },
  cursor: {
    in: 'query',
    name: 'cursor',
    description: 'The `next` of the page before, asked with the same parameters.',
    schema: z.string(),
  },
  ifNoneMatch: {
    in: 'header',
    name: 'if-none-match',
    description: 'The ETag of the last answer.',
    schema: z.string(),
  },
} as const satisfies Record<string, Parameter>
