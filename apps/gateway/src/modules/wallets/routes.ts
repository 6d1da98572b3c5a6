import { createHash } from 'node:crypto'
import type { Catalogue } from '@portico/catalogue'
import type { WalletsResponse } from '@portico/protocol/gateway'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { matchesTag } from '../../http/matchesTag.ts'
import { requireProject } from '../../http/requireProject.ts'
import type { Projects } from '../projects/service.ts'
import { readWalletQuery } from './readWalletQuery.ts'
import type { WalletService } from './service.ts'

const listCaching = 'public, max-age=300, stale-while-revalidate=3600'

/**
 * `GET /getWallets`, and the pictures of wallets, networks and tokens. Pictures ask for no project: an `<img>` has no
 * headers to say one in, and there is nothing in them to protect.
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
    if (!icon) throw new HttpProblem('not-found')
    const tag = `"${file.split('.')[0]}"`
    // Named by the hash of its content it is always the same; by another name it may be another one tomorrow.
    c.header('cache-control', file === id ? 'public, max-age=31536000, immutable' : 'public, max-age=86400')
    c.header('etag', tag)
    // Pages of other sites show these pictures. Opened on its own, a drawing can do nothing.
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
