import {
  addressChangeCodeRequest,
  addressChangeFinishRequest,
  addressChangeNextRequest,
  addressChangeRequest,
  addressChangeStepRequest,
} from '@portico/protocol/gateway'
import { parseBody, type RateLimit } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../../infra/http/AppEnv.ts'
import type { WalletSession } from '../sessions/store.ts'
import type { AddressChanges } from './service.ts'

/** Bytes. The largest field is a JWE of at most 8192 characters. */
const maxBodyBytes = 10_000
const path = '/wallet/v1/address-changes'

/**
 * Routes `/wallet/v1/address-changes…`.
 *
 * @param authorize returns the session of a request, whose proof must contain a nonce of this server.
 */
export function addressChangeRoutes({
  changes,
  authorize,
  limit,
  ipOf,
}: {
  changes: () => AddressChanges
  authorize: (c: Context<AppEnv>) => Promise<WalletSession>
  limit: RateLimit
  ipOf: (c: Context<AppEnv>) => string
}): Hono<AppEnv> {
  /** Returns the service and the device of a request. */
  async function open(c: Context<AppEnv>): Promise<{ service: AddressChanges; device: WalletSession }> {
    limit.take(`address|${ipOf(c)}`)
    return { service: changes(), device: await authorize(c) }
  }
  const readCode = (c: Context<AppEnv>) =>
    parseBody({ request: c.req.raw, schema: addressChangeCodeRequest, limit: maxBodyBytes })
  const readStep = (c: Context<AppEnv>) =>
    parseBody({ request: c.req.raw, schema: addressChangeStepRequest, limit: maxBodyBytes })

  return new Hono<AppEnv>()
    .post(path, async (c) => {
      const { service, device } = await open(c)
      const { sealed } = await parseBody({
        request: c.req.raw,
        schema: addressChangeRequest,
        limit: maxBodyBytes,
      })
      return c.json(await service.start({ sealed, device }))
    })
    .post(`${path}/:id/old`, async (c) => {
      const { service, device } = await open(c)
      await service.enterOld({ id: c.req.param('id'), ...(await readCode(c)), device })
      return c.body(null, 204)
    })
    .post(`${path}/:id/next`, async (c) => {
      const { service, device } = await open(c)
      const { approved } = await parseBody({
        request: c.req.raw,
        schema: addressChangeNextRequest,
        limit: maxBodyBytes,
      })
      return c.json(await service.next({ id: c.req.param('id'), approved, device }))
    })
    .post(`${path}/:id/resend`, async (c) => {
      const { service, device } = await open(c)
      await readStep(c)
      return c.json(await service.resend({ id: c.req.param('id'), device }))
    })
    .post(`${path}/:id/new`, async (c) => {
      const { service, device } = await open(c)
      return c.json(await service.enterNew({ id: c.req.param('id'), ...(await readCode(c)), device }))
    })
    .post(`${path}/:id/statement`, async (c) => {
      const { service, device } = await open(c)
      await readStep(c)
      return c.json(await service.statement({ id: c.req.param('id'), device }))
    })
    .post(`${path}/:id/finish`, async (c) => {
      const { service, device } = await open(c)
      const { changed } = await parseBody({
        request: c.req.raw,
        schema: addressChangeFinishRequest,
        limit: maxBodyBytes,
      })
      await service.finish({ id: c.req.param('id'), changed, device })
      return c.body(null, 204)
    })
}
