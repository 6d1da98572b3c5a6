import { type CcipError, type CcipRequest, type CcipResponse, ccipRequest } from '@portico/protocol/gateway'
import { parseBody } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import { answerLife, type CcipService } from './ccip/createCcipService.ts'

/**
 * `/ccip`: answers for resolver contracts (ERC-3668). Public and for any origin: every client of every app asks here.
 * Errors have the form the standard gives them, `{message}`.
 */
export function ccipRoutes({ ccip }: { ccip: CcipService | undefined }): Hono<AppEnv> {
  async function reply(c: Context<AppEnv>, { sender, data }: CcipRequest): Promise<Response> {
    c.header('access-control-allow-origin', '*')
    if (!ccip)
      return c.json(
        {
          message: 'This gateway answers for no contract: NAMES_RESOLVERS is not set.',
        } satisfies CcipError,
        404,
      )
    const answer = await ccip.answer({ sender, data })
    if (!answer.ok) return c.json({ message: answer.message } satisfies CcipError, answer.status)
    // Less than the signature holds: what is taken from a cache must still be good.
    c.header('cache-control', `public, max-age=${answerLife / 5}`)
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
