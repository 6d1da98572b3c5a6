import { moveFinishRequest, moveRequest, moveRevealRequest, moveTakeRequest } from '@portico/protocol/gateway'
import { parseBody, type RateLimit } from '@portico/server'
import { type Context, Hono } from 'hono'
import type * as z from 'zod/mini'
import type { AppEnv } from '../../../infra/http/AppEnv.ts'
import type { WalletSession } from '../sessions/store.ts'
import type { Moves } from './service.ts'

/** Bytes. The largest field is a statement of at most 4096 characters. */
const maxBodyBytes = 12_000
const path = '/wallet/v1/moves'

/**
 * Routes `/wallet/v1/moves…`: those of the older device in its session, those of the new device with a proof alone. Proofs
 * contain a nonce of this server, so that they cannot be prepared.
 */
export function moveRoutes({
  moves,
  authorize,
  prove,
  limit,
  ipOf,
}: {
  moves: () => Moves
  authorize: (c: Context<AppEnv>) => Promise<WalletSession>
  prove: (c: Context<AppEnv>) => Promise<{ jkt: string }>
  limit: RateLimit
  ipOf: (c: Context<AppEnv>) => string
}): Hono<AppEnv> {
  const read = <schema extends z.ZodMiniType>(c: Context<AppEnv>, schema: schema) =>
    parseBody({ request: c.req.raw, schema, limit: maxBodyBytes })

  async function proveNew(c: Context<AppEnv>): Promise<string> {
    limit.take(`move|${ipOf(c)}`)
    return (await prove(c)).jkt
  }

  return new Hono<AppEnv>()
    .post(path, async (c) => {
      const session = await authorize(c)
      await moves().start({ session, request: await read(c, moveRequest) })
      return c.body(null, 204)
    })
    .post(`${path}/take`, async (c) => {
      const jkt = await proveNew(c)
      await moves().take({ jkt, request: await read(c, moveTakeRequest) })
      return c.body(null, 204)
    })
    .post(`${path}/state`, async (c) => {
      const session = await authorize(c)
      return c.json(await moves().state({ session, request: await read(c, moveRequest) }))
    })
    .post(`${path}/reveal`, async (c) => {
      const session = await authorize(c)
      await moves().reveal({ session, request: await read(c, moveRevealRequest) })
      return c.body(null, 204)
    })
    .post(`${path}/wait`, async (c) => {
      const jkt = await proveNew(c)
      return c.json(await moves().wait({ jkt, request: await read(c, moveRequest) }))
    })
    .post(`${path}/finish`, async (c) => {
      const session = await authorize(c)
      await moves().finish({ session, request: await read(c, moveFinishRequest) })
      return c.body(null, 204)
    })
    .post(`${path}/session`, async (c) => {
      const jkt = await proveNew(c)
      return c.json(await moves().session({ jkt, request: await read(c, moveRequest) }))
    })
    .post(`${path}/drop`, async (c) => {
      const session = await authorize(c)
      await moves().drop({ session, request: await read(c, moveRequest) })
      return c.body(null, 204)
    })
}
