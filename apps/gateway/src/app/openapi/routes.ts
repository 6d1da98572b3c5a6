import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import { matchesTag } from '../../infra/http/matchesTag.ts'
import { createDocument } from './document/createDocument.ts'
import type { OperationGroup } from './document/groupOperations.ts'
import { renderPage } from './page/renderPage.ts'
import { style } from './page/style.ts'

const caching = 'public, max-age=300'
/** Content security policy of the page: no scripts, no loading; only its own inline style, allowed by its hash. */
const policy = `default-src 'none'; style-src 'sha256-${hash('base64', style)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** Creates `GET /openapi.json` and `GET /docs`. Both are generated at the first request and cached. */
export function openApiRoutes({
  groups,
  publicUrls,
}: {
  groups: readonly OperationGroup[]
  publicUrls: readonly string[]
}): Hono<AppEnv> {
  const document = once(() => JSON.stringify(createDocument(groups)))
  const page = once(() => renderPage({ groups, origin: publicUrls[0] ?? 'https://gateway.example' }))

  function respond(c: Context<AppEnv>, { text, tag }: Rendered, type: string): Response {
    c.header('cache-control', caching)
    c.header('etag', tag)
    if (matchesTag(c.req.header('if-none-match'), tag)) return c.body(null, 304)
    return c.body(text, 200, { 'content-type': type })
  }

  return new Hono<AppEnv>()
    .get('/openapi.json', (c) => respond(c, document(), 'application/json'))
    .get('/docs', (c) => {
      c.header('content-security-policy', policy)
      return respond(c, page(), 'text/html; charset=utf-8')
    })
}

type Rendered = { text: string; tag: string }

function once(render: () => string): () => Rendered {
  let cached: Rendered | undefined
  return () => {
    if (cached) return cached
    const text = render()
    cached = { text, tag: `"${hash('base64url', text).slice(0, 22)}"` }
    return cached
  }
}

function hash(encoding: 'base64' | 'base64url', text: string): string {
  return createHash('sha256').update(text).digest(encoding)
}
