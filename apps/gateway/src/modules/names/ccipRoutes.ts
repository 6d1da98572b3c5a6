import { type Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { AppEnv } from '../../http/AppEnv.ts'
import { parseBody } from '../../http/parseBody.ts'
import { answerLife, type CcipService } from './ccip/createCcipService.ts'

const query = z.object({ sender: z.string(), data: z.string() })

/**
 * `/ccip`: answers for resolver contracts (ERC-3668). Public and for any origin: every client of every app asks here.
 * Errors have the form the standard gives them, `{message}`.
 */
export function ccipRoutes({ ccip }: { ccip: CcipService | undefined }): Hono<AppEnv> {
  async function reply(c: Context<AppEnv>, { sender, data }: z.infer<typeof query>): Promise<Response> {
    c.header('access-control-allow-origin', '*')
    if (!ccip)
      return c.json({ message: 'This gateway answers for no contract: NAMES_RESOLVERS is not set.' }, 404)
    const answer = await ccip.answer({ sender, data })
    if (!answer.ok) return c.json({ message: answer.message }, answer.status)
    // Less than the signature holds: what is taken from a cache must still be good.
    c.header('cache-control', `public, max-age=${answerLife / 5}`)
    return c.json({ data: answer.data })
  }
  return new Hono<AppEnv>()
    .get('/ccip/:sender/:data{.+\\.json}', (c) =>
      reply(c, { sender: c.req.param('sender'), data: c.req.param('data').replace(/\.json$/, '') }),
    )
    .post('/ccip', async (c) =>
      reply(c, await parseBody({ request: c.req.raw, schema: query, limit: 64 * 1024 })),
    )
}
