import { noticeRequest } from '@portico/protocol/vault'
import { parseBody } from '@portico/server'
import { Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import type { NoticeService } from './service.ts'

/** The route for notices of the gateway, whose signature authorizes the request. */
export function noticeRoutes({ notices }: { notices: NoticeService }): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/v1/notices', async (c) => {
    await notices.receive(await parseBody({ request: c.req.raw, schema: noticeRequest }))
    return c.json({})
  })
}
