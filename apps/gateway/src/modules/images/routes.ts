import { Hono } from 'hono'
import * as z from 'zod/mini'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import { imageMediaTypes } from '../../infra/http/openapi/imageMediaTypes.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { Problem } from '../../infra/http/Problem.ts'
import type { ImageService } from './service.ts'

/**
 * Content security policy for an image opened as a document: no scripts and no requests. An SVG may embed images as
 * `data:` URIs.
 */
const policy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/**
 * Route `GET /v1/image`: images with a URL signed by this gateway. No project ID needed, because `<img>` sends no
 * headers.
 */
export function imageRoutes({ images }: { images: ImageService }): Hono<AppEnv> {
  return new Hono<AppEnv>().get('/v1/image', async (c) => {
    const { url, id, sig = '' } = c.req.query()
    const image = await images.read({ url, id, sig })
    // The same error for all reasons, so that the gateway does not reveal what other servers respond.
    if (!image) throw new Problem('not-found', { detail: 'There is no such image.' })
    return c.body(new Uint8Array(image.bytes), 200, {
      'content-type': image.mediaType,
      'content-security-policy': policy,
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
    })
  })
}

/** The operations of the images module. */
export const imageOperations: readonly Operation[] = [
  {
    id: 'getImage',
    method: 'get',
    path: '/v1/image',
    summary: 'Get an image that a response of this gateway links to',
    description: 'The URL is signed: the gateway fetches only images that its own responses link to.',
    access: 'public',
    parameters: [
      { in: 'query', name: 'url', description: 'The source URI of the image.', schema: z.string() },
      {
        in: 'query',
        name: 'id',
        description: 'The hash of an image that was embedded in a record; an alternative to `url`.',
        schema: z.string(),
      },
      {
        in: 'query',
        name: 'sig',
        description: 'The signature of `url` or `id`.',
        schema: z.string(),
        required: true,
        example: '…',
      },
    ],
    answers: {
      200: {
        description: 'The image. Its media type is detected from its content.',
        mediaTypes: imageMediaTypes,
        headers: ['cache-control'],
      },
    },
    problems: ['not-found'],
  },
]
