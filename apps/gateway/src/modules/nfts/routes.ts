import { type CaipNetworkId, isCaipNetworkId } from '@portico/protocol'
import type { Nft, NftsResponse } from '@portico/protocol/gateway'
import { Hono } from 'hono'
import type { Chain } from '../../chain/Chain.ts'
import type { AppEnv } from '../../http/AppEnv.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { readAccount } from '../../http/readAccount.ts'
import { readLimit } from '../../http/readLimit.ts'
import { requireProject } from '../../http/requireProject.ts'
import type { Log } from '../../log/createLog.ts'
import type { Projects } from '../projects/service.ts'
import type { NftService } from './service.ts'

const patience = 9000

/** `GET /v1/account/{address}/nfts` */
export function nftRoutes({
  nfts,
  chains,
  projects,
  log,
}: {
  nfts: NftService
  chains: ReadonlyMap<CaipNetworkId, Chain>
  projects: Projects
  log: Log
}): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/v1/account/:address/nfts', requireProject({ projects }), async (c) => {
    const query = readAccount({
      address: c.req.param('address'),
      chainId: c.req.query('chainId') || undefined,
      chains,
    })
    const limit = readLimit(c.req.query('limit'))
    const start = readStart(c.req.query('cursor') || undefined, query.chains)
    const deadline = Date.now() + patience
    const data: Nft[] = []
    const missing: string[] = []
    let next: string | null = null
    // One chain after the other, so that a page has a place in the list.
    for (const [index, chain] of query.chains.entries()) {
      if (index < start.index) continue
      if (data.length === limit) {
        next = writeStart(chain, 0)
        break
      }
      const offset = index === start.index ? start.offset : 0
      try {
        const page = await nfts.page({
          chain,
          account: query.account,
          limit: limit - data.length,
          offset,
          deadline,
        })
        data.push(...page.data)
        if (page.next !== null) {
          next = writeStart(chain, page.next)
          break
        }
      } catch (error) {
        log.warn({ requestId: c.var.requestId, chain: chain.id, error }, 'NFTs of a chain failed')
        missing.push(chain.id)
      }
    }
    if (missing.length === query.chains.length - start.index) throw new HttpProblem('upstream-unavailable')
    if (missing.length > 0) c.header('server-timing', missing.map((id) => `missing;desc="${id}"`).join(', '))
    return c.json({ data, next } satisfies NftsResponse)
  })
}

function writeStart(chain: Chain, offset: number): string {
  return Buffer.from(`${chain.id} ${offset}`).toString('base64url')
}

function readStart(cursor: string | undefined, chains: readonly Chain[]): { index: number; offset: number } {
  if (cursor === undefined) return { index: 0, offset: 0 }
  const [id, offset = ''] = Buffer.from(cursor, 'base64url').toString('utf8').split(' ')
  const index = isCaipNetworkId(id) ? chains.findIndex((chain) => chain.id === id) : -1
  if (index >= 0 && /^\d{1,6}$/.test(offset)) return { index, offset: Number(offset) }
  const detail = 'Must be the `next` of the page before, asked with the same parameters.'
  throw new HttpProblem('invalid-request', {
    detail: `cursor: ${detail}`,
    errors: [{ pointer: 'cursor', detail }],
  })
}
