import * as z from 'zod/mini'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { parameters } from '../../infra/http/openapi/parameters.ts'

/** The operations of this module. */
export const openApiOperations: readonly Operation[] = [
  {
    id: 'getOpenApi',
    method: 'get',
    path: '/openapi.json',
    summary: 'This API description as an OpenAPI document',
    access: 'public',
    parameters: [parameters.ifNoneMatch],
    answers: {
      200: {
        description: 'An OpenAPI 3.1 document.',
        schema: z.looseObject({ openapi: z.string() }),
        headers: ['etag', 'cache-control'],
      },
      304: { description: 'The document has not changed.', headers: ['etag'] },
    },
    problems: [],
  },
  {
    id: 'getDocs',
    method: 'get',
    path: '/docs',
    summary: 'This API description as a web page',
    access: 'public',
    parameters: [parameters.ifNoneMatch],
    answers: {
      200: {
        description: 'An HTML page without scripts or external resources.',
        mediaTypes: ['text/html'],
        headers: ['etag', 'cache-control'],
      },
      304: { description: 'The document has not changed.', headers: ['etag'] },
    },
    problems: [],
  },
]
