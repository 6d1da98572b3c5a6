import { Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'

/** `GET /v1`, `/ws` without an upgrade: 426 (RFC 9110 §15.5.22). */
export function socketRoutes(): Hono<AppEnv> {
  const refuse = () => {
    throw new HttpProblem('upgrade-required', { headers: { upgrade: 'websocket', connection: 'Upgrade' } })
  }
  return new Hono<AppEnv>().get('/v1', refuse).get('/v1/', refuse).get('/ws', refuse)
}
