import { createHash } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../http/AppEnv.ts'
import { matchesTag } from '../http/matchesTag.ts'
import { createDocument } from './createDocument.ts'
import { operationGroups } from './operationGroups.ts'
import { renderPage } from './page/renderPage.ts'
import { style } from './page/style.ts'

const caching = 'public, max-age=300'
/** The page runs nothing and loads nothing; its own style is named by its hash. */
const policy = `default-src 'none'; style-src 'sha256-${hash('base64', style)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** `GET /openapi.json` and `GET /docs`: what this gateway answers to. Both are written once, when first asked for. */
export function openApiRoutes({ publicUrls }: { publicUrls: readonly string[] }): Hono<AppEnv> {
  const document = once(() => JSON.stringify(createDocument(operationGroups)))
  const page = once(() =>
    renderPage({ groups: operationGroups, origin: publicUrls[0] ?? 'https://gateway.example' }),
  )

  function answer(c: Context<AppEnv>, { text, tag }: Written, type: string): Response {
    c.header('cache-control', caching)
    c.header('etag', tag)
    if (matchesTag(c.req.header('if-none-match'), tag)) return c.body(null, 304)
    return c.body(text, 200, { 'content-type': type })
  }

  return new Hono<AppEnv>()
    .get('/openapi.json', (c) => answer(c, document(), 'application/json'))
    .get('/docs', (c) => {
      c.header('content-security-policy', policy)
      return answer(c, page(), 'text/html; charset=utf-8')
    })
}

type Written = { text: string; tag: string }

function once(write: () => string): () => Written {
  let written: Written | undefined
  return () => {
    if (written) return written
    const text = write()
    written = { text, tag: `"${hash('base64url', text).slice(0, 22)}"` }
    return written
  }
}

function hash(encoding: 'base64' | 'base64url', text: string): string {
  return createHash('sha256').update(text).digest(encoding)
}
