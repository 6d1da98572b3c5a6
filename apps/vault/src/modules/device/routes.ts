import {
  type DeviceCancelResponse,
  type DeviceInspectResponse,
  deviceApproveRequest,
  deviceRequest,
} from '@portico/protocol/vault'
import { parseBody } from '@portico/server'
import { Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import type { HoldService } from '../holds/service.ts'
import type { DeviceService } from './service.ts'

/** Routes for the page that mailed links open. The token in the link authorizes the request. */
export function deviceRoutes({ device, holds }: { device: DeviceService; holds: HoldService }): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .post('/v1/device/inspect', async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: deviceRequest })
      return c.json((await device.inspect(body)) satisfies DeviceInspectResponse)
    })
    .post('/v1/device/approve', async (c) => {
      await device.approve(await parseBody({ request: c.req.raw, schema: deviceApproveRequest }))
      return c.json({})
    })
    .post('/v1/device/refuse', async (c) => {
      await device.refuse(await parseBody({ request: c.req.raw, schema: deviceRequest }))
      return c.json({})
    })
    .post('/v1/device/cancel', async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: deviceRequest })
      return c.json((await holds.cancel(body)) satisfies DeviceCancelResponse)
    })
}
