import { walletsResponse } from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { Operation, Parameter } from '../Operation.ts'
import { parameters } from '../parameters.ts'

const list = (name: string, description: string): Parameter => ({
  in: 'query',
  name,
  description: `${description}, with commas between.`,
  schema: z.string(),
})

const pictureTypes = ['image/svg+xml', 'image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

const picture = ({
  id,
  path,
  summary,
  description,
  example,
}: Record<'id' | 'path' | 'summary' | 'description' | 'example', string>): Operation => ({
  id,
  method: 'get',
  path,
  summary,
  description: 'Also by the name of the picture’s file, which is its hash: then it never changes.',
  access: 'public',
  parameters: [{ in: 'path', name: 'id', description, schema: z.string(), example }, parameters.ifNoneMatch],
  answers: {
    200: { description: 'The picture.', mediaTypes: pictureTypes, headers: ['etag', 'cache-control'] },
    304: { description: 'The picture with this ETag is the current one.', headers: ['etag'] },
  },
  problems: ['not-found'],
})

/** The wallet list, and pictures. */
export const walletOperations: readonly Operation[] = [
  {
    id: 'listWallets',
    method: 'get',
    path: '/getWallets',
    summary: 'The wallet list',
    access: 'project',
    parameters: [
      {
        in: 'query',
        name: 'page',
        description: 'Which page, from 1.',
        schema: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 1),
      },
      {
        in: 'query',
        name: 'entries',
        description: 'Wallets of a page.',
        schema: z._default(z.int().check(z.minimum(1), z.maximum(100)), 40),
        example: '4',
        isShown: true,
      },
      {
        in: 'query',
        name: 'search',
        description: 'Part of a name.',
        schema: z.string().check(z.maxLength(100)),
      },
      list('include', 'Only these: explorer ids, reverse domain names or slugs'),
      list('exclude', 'Not these: explorer ids, reverse domain names or slugs'),
      list('chains', 'CAIP-2 ids: wallets for one of their families'),
      list('names', 'Names'),
      list('rdns', 'Reverse domain names'),
      {
        in: 'query',
        name: 'platform',
        description: 'Wallets there is an app of.',
        schema: z.enum(['ios', 'android']),
      },
      {
        in: 'query',
        name: 'badge',
        description: 'Wallets with this badge.',
        schema: z.enum(['none', 'certified']),
      },
      {
        in: 'query',
        name: 'sort',
        description: 'The order.',
        schema: z._default(z.enum(['order', 'name']), 'order'),
      },
      parameters.ifNoneMatch,
    ],
    answers: {
      200: {
        description: 'A page; `count` is how many wallets match on all pages.',
        schema: walletsResponse,
        headers: ['etag', 'cache-control'],
      },
      304: { description: 'Nothing has changed since the answer with this ETag.', headers: ['etag'] },
    },
    problems: ['invalid-request'],
  },
  picture({
    id: 'getWalletImage',
    path: '/getWalletImage/{id}',
    summary: 'The picture of a wallet',
    description: 'The `image_id` of a wallet, or its id.',
    example: 'metamask',
  }),
  picture({
    id: 'getAssetImage',
    path: '/public/getAssetImage/{id}',
    summary: 'The picture of a network',
    description: 'A CAIP-2 id, or the number of an EVM chain.',
    example: 'eip155:1',
  }),
  picture({
    id: 'getTokenImage',
    path: '/public/getTokenImage/{id}',
    summary: 'The picture of a token',
    description: 'Its symbol.',
    example: 'USDC',
  }),
  {
    id: 'getImage',
    method: 'get',
    path: '/v1/image',
    summary: 'A picture that answers of this gateway name',
    description: 'Addresses are signed: the gateway fetches nothing that it has not named itself.',
    access: 'public',
    parameters: [
      { in: 'query', name: 'url', description: 'Where it was found.', schema: z.string() },
      { in: 'query', name: 'id', description: 'Or the id it is kept by.', schema: z.string() },
      {
        in: 'query',
        name: 'sig',
        description: 'The signature.',
        schema: z.string(),
        required: true,
        example: '…',
      },
    ],
    answers: {
      200: {
        description: 'The picture, by its own bytes one of these types.',
        mediaTypes: pictureTypes,
        headers: ['cache-control'],
      },
    },
    problems: ['not-found'],
  },
]
