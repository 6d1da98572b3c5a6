import { type NftsResponse, nftsResponse } from '@portico/protocol/gateway'
import { Hono } from 'hono'
import type { Namespaces } from '../../chains/createNamespaces.ts'
import { readAccount } from '../../chains/readAccount.ts'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { parameters } from '../../infra/http/openapi/parameters.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { readLimit } from '../../infra/http/readLimit.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { Projects } from '../projects/service.ts'
import type { NftService } from './service.ts'

const timeoutMs = 9000

/** `GET /v1/account/{address}/nfts` */
export function nftRoutes({
  nfts,
  namespaces,
  projects,
}: {
  nfts: NftService
  namespaces: Namespaces
  projects: Projects
}): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/v1/account/:address/nfts', requireProject({ projects }), async (c) => {
    const query = readAccount({
      address: c.req.param('address'),
      chainId: c.req.query('chainId') || undefined,
      namespaces,
    })
    const limit = readLimit(c.req.query('limit'))
    const cursor = c.req.query('cursor') || undefined
    const page = await nfts.list({ ...query, limit, cursor, deadline: Date.now() + timeoutMs })
    if (!page) {
      const detail = 'Must be the `next` of the previous page, with the same parameters.'
      throw new Problem('invalid-request', {
        detail: `cursor: ${detail}`,
        errors: [{ pointer: 'cursor', detail }],
      })
    }
    const { data, next, missing } = page
    if (missing.length === query.chains.length) throw new Problem('upstream-unavailable')
    if (missing.length > 0) c.header('server-timing', missing.map((id) => `missing;desc="${id}"`).join(', '))
    return c.json({ data, next } satisfies NftsResponse)
  })
}

const { address, chainId, limit, cursor } = parameters

/** The operations of the NFT module. */
export const nftOperations: readonly Operation[] = [
  {
    id: 'getNfts',
    method: 'get',
    path: '/v1/account/{address}/nfts',
    cost: 10,
    summary: 'List the NFTs of an account',
    description:
      'Metadata on the web, IPFS or Arweave is fetched in the background and included in a later response.',
    access: 'project',
    parameters: [address, chainId, { ...limit, isShown: true }, cursor],
    answers: {
      200: {
        description: 'A page. `next` is the cursor of the next page, or null on the last one.',
        schema: nftsResponse,
        headers: ['server-timing'],
      },
    },
    problems: ['invalid-request', 'chain-not-supported', 'upstream-unavailable'],
  },
]
