import {
  type CcipError,
  type CcipRequest,
  type CcipResponse,
  ccipError,
  ccipRequest,
  ccipResponse,
} from '@portico/protocol/gateway'
import { parseBody } from '@portico/server'
import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { type CcipService, responseLifetime } from './createCcipService.ts'

/**
 * Creates the routes of `/ccip`: responses for resolver contracts (ERC-3668). They are public and allow every origin, because
 * clients of any application call them. Errors are `{message}`, as in the standard.
 */
export function ccipRoutes({ ccip }: { ccip: CcipService | undefined }): Hono<AppEnv> {
  async function reply(c: Context<AppEnv>, { sender, data }: CcipRequest): Promise<Response> {
    c.header('access-control-allow-origin', '*')
    if (!ccip)
      return c.json(
        {
          message: 'This gateway does not answer for any contract: NAMES_RESOLVERS is not set.',
        } satisfies CcipError,
        404,
      )
    const answer = await ccip.answer({ sender, data })
    if (!answer.ok) return c.json({ message: answer.message } satisfies CcipError, answer.status)
    // Shorter than the signature is valid, so that a cached response is still valid when it is used.
    c.header('cache-control', `public, max-age=${responseLifetime / 5}`)
    return c.json({ data: answer.data } satisfies CcipResponse)
  }
  return new Hono<AppEnv>()
    .get('/ccip/:sender/:data{.+\\.json}', (c) =>
      reply(c, { sender: c.req.param('sender'), data: c.req.param('data').replace(/\.json$/, '') }),
    )
    .post('/ccip', async (c) =>
      reply(c, await parseBody({ request: c.req.raw, schema: ccipRequest, limit: 64 * 1024 })),
    )
}

const ccip = {
  summary: 'Signed response for a resolver contract (ERC-3668)',
  description: 'Only for contracts that the operator has configured. Errors have the form of that standard.',
  access: 'public',
  answers: {
    200: {
      description: 'The response. It is valid for five minutes.',
      schema: ccipResponse,
      headers: ['cache-control'],
    },
    400: { description: 'The request is malformed.', schema: ccipError },
    404: { description: 'This gateway does not answer for that contract.', schema: ccipError },
  },
} as const satisfies Partial<Operation>

/** Operations of the CCIP module (ERC-3668). */
export const ccipOperations: readonly Operation[] = [
  {
    ...ccip,
    id: 'readCcip',
    method: 'get',
    path: '/ccip/{sender}/{data}.json',
    parameters: [
      {
        in: 'path',
        name: 'sender',
        description: 'The contract that sent the client here.',
        schema: z.string(),
        example: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
      },
      {
        in: 'path',
        name: 'data',
        description: 'The call data of the contract: 0x and hex digits.',
        schema: z.string(),
        example: '0x9061b923',
      },
    ],
    problems: [],
  },
  {
    ...ccip,
    id: 'postCcip',
    method: 'post',
    path: '/ccip',
    // Up to 32 signatures.
    cost: 5,
    body: {
      schema: ccipRequest,
      example: { sender: '0x5fbdb2315678afecb367f032d93f642f64180aa3', data: '0x9061b923' },
    },
    problems: ['invalid-request', 'body-too-large'],
  },
]
