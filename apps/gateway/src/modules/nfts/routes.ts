import type { NftsResponse } from '@portico/protocol/gateway'
import { Hono } from 'hono'
import type { Families } from '../../families/createFamilies.ts'
import type { AppEnv } from '../../http/AppEnv.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { readAccount } from '../../http/readAccount.ts'
import { readLimit } from '../../http/readLimit.ts'
import { requireProject } from '../../http/requireProject.ts'
import type { Projects } from '../projects/service.ts'
import type { NftService } from './service.ts'

const patience = 9000

/** `GET /v1/account/{address}/nfts` */
export function nftRoutes({
  nfts,
  families,
  projects,
}: {
  nfts: NftService
  families: Families
  projects: Projects
}): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/v1/account/:address/nfts', requireProject({ projects }), async (c) => {
    const query = readAccount({
      address: c.req.param('address'),
      chainId: c.req.query('chainId') || undefined,
      families,
    })
    const limit = readLimit(c.req.query('limit'))
    const cursor = c.req.query('cursor') || undefined
    const page = await nfts.list({ ...query, limit, cursor, deadline: Date.now() + patience })
    if (!page) {
      const detail = 'Must be the `next` of the page before, asked with the same parameters.'
      throw new HttpProblem('invalid-request', {
        detail: `cursor: ${detail}`,
        errors: [{ pointer: 'cursor', detail }],
      })
    }
    const { data, next, missing } = page
    if (missing.length === query.chains.length) throw new HttpProblem('upstream-unavailable')
    if (missing.length > 0) c.header('server-timing', missing.map((id) => `missing;desc="${id}"`).join(', '))
    return c.json({ data, next } satisfies NftsResponse)
  })
}
