import { createHash } from 'node:crypto'
import type { Catalogue } from '@portico/catalogue'
import { type WalletsResponse, walletsResponse } from '@portico/protocol/gateway'
import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import { matchesTag } from '../../infra/http/matchesTag.ts'
import { imageMediaTypes } from '../../infra/http/openapi/imageMediaTypes.ts'
import type { Operation, Parameter } from '../../infra/http/openapi/Operation.ts'
import { parameters } from '../../infra/http/openapi/parameters.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { Projects } from '../projects/service.ts'
import { readWalletQuery } from './readWalletQuery.ts'
import type { WalletService } from './service.ts'

const listCaching = 'public, max-age=300, stale-while-revalidate=3600'

/**
 * `GET /getWallets`, and the images of wallets, networks and tokens. Images require no project: an `<img>` cannot send
 * headers, and images need no protection.
 */
export function walletRoutes({
  wallets,
  catalogue,
  projects,
}: {
  wallets: WalletService
  catalogue: Catalogue
  projects: Projects
}): Hono<AppEnv> {
  const picture = (find: (id: string) => string | undefined) => async (c: Context<AppEnv>) => {
    const id = c.req.param('id') ?? ''
    const file = find(id) ?? id
    const icon = await catalogue.readIcon(file)
    if (!icon) throw new Problem('not-found')
    const tag = `"${file.split('.')[0]}"`
    // A file named by the hash of its content never changes; the image behind any other name may.
    c.header('cache-control', file === id ? 'public, max-age=31536000, immutable' : 'public, max-age=86400')
    c.header('etag', tag)
    // Pages of other sites embed these images. An SVG opened as a document must not run scripts.
    c.header('cross-origin-resource-policy', 'cross-origin')
    c.header('content-security-policy', "sandbox; default-src 'none'")
    if (matchesTag(c.req.header('if-none-match'), tag)) return c.body(null, 304)
    return c.body(icon.bytes, 200, { 'content-type': icon.type })
  }

  return new Hono<AppEnv>()
    .get('/getWallets', requireProject({ projects }), (c) => {
      const body = JSON.stringify(
        wallets.list(readWalletQuery((name) => c.req.query(name))) satisfies WalletsResponse,
      )
      const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
      c.header('cache-control', listCaching)
      c.header('etag', tag)
      if (matchesTag(c.req.header('if-none-match'), tag)) return c.body(null, 304)
      return c.body(body, 200, { 'content-type': 'application/json' })
    })
    .get('/getWalletImage/:id', picture(wallets.iconOf))
    .get(
      '/public/getAssetImage/:id',
      picture((id) => catalogue.networkIcon(/^\d+$/.test(id) ? `eip155:${id}` : id)),
    )
    .get('/public/getTokenImage/:id', picture(catalogue.symbolIcon))
}

const list = (name: string, description: string): Parameter => ({
  in: 'query',
  name,
  description: `${description}, separated by commas.`,
  schema: z.string(),
})

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
  description:
    'The ID may also be the file name of the image, which is its hash. Such a response never changes.',
  access: 'public',
  parameters: [{ in: 'path', name: 'id', description, schema: z.string(), example }, parameters.ifNoneMatch],
  answers: {
    200: { description: 'The image.', mediaTypes: imageMediaTypes, headers: ['etag', 'cache-control'] },
    304: { description: 'The image has not changed since the response with this ETag.', headers: ['etag'] },
  },
  problems: ['not-found'],
})

/** The operations of the wallets module. */
export const walletOperations: readonly Operation[] = [
  {
    id: 'listWallets',
    method: 'get',
    path: '/getWallets',
    summary: 'List wallets',
    access: 'project',
    parameters: [
      {
        in: 'query',
        name: 'page',
        description: 'The page number, starting at 1.',
        schema: z._default(z.int().check(z.minimum(1), z.maximum(10_000)), 1),
      },
      {
        in: 'query',
        name: 'entries',
        description: 'Wallets per page.',
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
      list('include', 'Only these wallets: explorer IDs, reverse domain names or slugs'),
      list('exclude', 'Not these wallets: explorer IDs, reverse domain names or slugs'),
      list('chains', 'Wallets for the namespaces of these CAIP-2 IDs'),
      list('names', 'Names'),
      list('rdns', 'Reverse domain names'),
      {
        in: 'query',
        name: 'platform',
        description: 'Wallets with an app for this platform.',
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
        description: 'The sort order.',
        schema: z._default(z.enum(['order', 'name']), 'order'),
      },
      parameters.ifNoneMatch,
    ],
    answers: {
      200: {
        description: 'A page. `count` is the number of matching wallets on all pages.',
        schema: walletsResponse,
        headers: ['etag', 'cache-control'],
      },
      304: { description: 'The list has not changed since the response with this ETag.', headers: ['etag'] },
    },
    problems: ['invalid-request'],
  },
  picture({
    id: 'getWalletImage',
    path: '/getWalletImage/{id}',
    summary: 'Get the image of a wallet',
    description: 'The `image_id` of a wallet, or its ID.',
    example: 'metamask',
  }),
  picture({
    id: 'getAssetImage',
    path: '/public/getAssetImage/{id}',
    summary: 'Get the image of a network',
    description: 'A CAIP-2 ID, or the chain ID of an EVM chain.',
    example: 'eip155:1',
  }),
  picture({
    id: 'getTokenImage',
    path: '/public/getTokenImage/{id}',
    summary: 'Get the image of a token',
    description: 'The symbol of the token.',
    example: 'USDC',
  }),
]
