import { Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import type { ImageService } from './service.ts'

/**
 * For whoever opens the picture by itself: a document that runs nothing and loads nothing. An SVG may carry pictures
 * inside.
 */
const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** `GET /v1/image`: pictures this gateway has named in its answers. Without a project: an `<img>` sends no headers. */
export function imageRoutes({ images }: { images: ImageService }): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/v1/image', async (c) => {
    const { url, id, sig = '' } = c.req.query()
    const image = await images.read({ url, id, sig })
    // One answer for all reasons: which addresses answer what is nobody's business.
    if (!image) throw new HttpProblem('not-found', { detail: 'There is no such picture here.' })
    return c.body(new Uint8Array(image.bytes), 200, {
      'content-type': image.mediaType,
      'content-security-policy': policy,
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })
}
