import { liveResponse, readyResponse } from '@portico/protocol/gateway'
import * as z from 'zod/mini'
import type { Operation } from '../Operation.ts'
import { parameters } from '../parameters.ts'

/** The server itself. */
export const serverOperations: readonly Operation[] = [
  {
    id: 'getLive',
    method: 'get',
    path: '/livez',
    summary: 'Whether the process answers',
    access: 'public',
    answers: { 200: { description: 'It does.', schema: liveResponse } },
    problems: [],
  },
  {
    id: 'getReady',
    method: 'get',
    path: '/readyz',
    summary: 'Whether all of its parts answer',
    access: 'public',
    answers: {
      200: { description: 'They do.', schema: readyResponse },
      503: { description: 'Some do not, or it is ending.', schema: readyResponse },
    },
    problems: [],
  },
  {
    id: 'getMetrics',
    method: 'get',
    path: '/metrics',
    summary: 'Figures for Prometheus',
    access: 'public',
    answers: { 200: { description: 'The text format of Prometheus.', mediaTypes: ['text/plain'] } },
    problems: [],
  },
  {
    id: 'getProblem',
    method: 'get',
    path: '/problems/{code}',
    summary: 'What a problem means',
    description: 'The `type` of every problem points here.',
    access: 'public',
    parameters: [
      {
        in: 'path',
        name: 'code',
        description: 'The `code` of a problem.',
        schema: z.string(),
        example: 'rate-limited',
      },
    ],
    answers: { 200: { description: 'What happened, and what to do.', mediaTypes: ['text/plain'] } },
    problems: ['not-found'],
  },
  {
    id: 'getOpenApi',
    method: 'get',
    path: '/openapi.json',
    summary: 'This description, for programs',
    access: 'public',
    parameters: [parameters.ifNoneMatch],
    answers: {
      200: {
        description: 'A document of OpenAPI 3.1.',
        schema: z.looseObject({ openapi: z.string() }),
        headers: ['etag', 'cache-control'],
      },
      304: { description: 'It is still the same.', headers: ['etag'] },
    },
    problems: [],
  },
  {
    id: 'getDocs',
    method: 'get',
    path: '/docs',
    summary: 'This description, for people',
    access: 'public',
    parameters: [parameters.ifNoneMatch],
    answers: {
      200: {
        description: 'A page that loads nothing and runs nothing.',
        mediaTypes: ['text/html'],
        headers: ['etag', 'cache-control'],
      },
      304: { description: 'It is still the same.', headers: ['etag'] },
    },
    problems: [],
  },
]
