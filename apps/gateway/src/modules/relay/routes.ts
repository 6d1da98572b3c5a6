import { readBody } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import type { Projects } from '../projects/service.ts'
import { readRelayClient } from './readRelayClient.ts'
import type { RelayService } from './service.ts'

const maxBytes = 1024 * 1024

/** `POST /rpc`: the relay's methods over HTTP, but for subscriptions. */
export function relayRoutes({
  relay,
  projects,
  open,
  hosts,
  ipOf,
  now = Date.now,
}: {
  relay: RelayService
  projects: Projects
  open: boolean
  hosts: readonly string[]
  ipOf(c: Context<AppEnv>): string
  now?: () => number
}): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/rpc', async (c) => {
    relay.admit(ipOf(c))
    const client = readRelayClient({
      query: new URL(c.req.url).searchParams,
      authorization: c.req.header('authorization'),
      origin: c.req.header('origin'),
      host: c.req.header('host') ?? new URL(c.req.url).host,
      hosts,
      projects,
      open,
      now: now(),
    })
    const text = await readBody({ request: c.req.raw, limit: maxBytes })
    if (text === undefined) throw new HttpProblem('body-too-large')
    const answer = await relay.request({ ...client, text })
    if (answer === undefined) return c.body(null, 204)
    return c.body(answer, 200, { 'content-type': 'application/json' })
  })
}
