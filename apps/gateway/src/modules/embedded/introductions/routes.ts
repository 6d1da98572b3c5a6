import {
  introductionCodeRequest,
  introductionMailRequest,
  introductionRequest,
  introductionResendRequest,
  secondFinishRequest,
  secondOpenRequest,
  socialIntroductionRequest,
  socialProofRequest,
} from '@portico/protocol/gateway'
import { parseBody, type RateLimit } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../../infra/http/AppEnv.ts'
import type { Introductions } from './service.ts'

/** Bytes. The largest field is a JWE of at most 8192 characters. */
const maxBodyBytes = 10_000
const path = '/wallet/v1/introductions'

/**
 * Routes `/wallet/v1/introductions…`. They need a proof with a nonce of this server, so that a proof cannot be prepared.
 *
 * @param prove verifies the DPoP proof of a request and returns the thumbprint of its key.
 */
export function introductionRoutes({
  introductions,
  prove,
  limit,
  ipOf,
}: {
  introductions: () => Introductions
  prove: (c: Context<AppEnv>) => Promise<{ jkt: string }>
  limit: RateLimit
  ipOf: (c: Context<AppEnv>) => string
}): Hono<AppEnv> {
  async function open(c: Context<AppEnv>): Promise<{ service: Introductions; jkt: string }> {
    limit.take(`introduction|${ipOf(c)}`)
    const { jkt } = await prove(c)
    return { service: introductions(), jkt }
  }

  return new Hono<AppEnv>()
    .post(path, async (c) => {
      const { service, jkt } = await open(c)
      const request = await parseBody({
        request: c.req.raw,
        schema: introductionRequest,
        limit: maxBodyBytes,
      })
      return c.json(await service.start({ request, jkt }))
    })
    .post(`${path}/social`, async (c) => {
      const { service, jkt } = await open(c)
      const request = await parseBody({
        request: c.req.raw,
        schema: socialIntroductionRequest,
        limit: maxBodyBytes,
      })
      return c.json(await service.startSocial({ request, jkt }))
    })
    .post(`${path}/:id/proof`, async (c) => {
      const { service, jkt } = await open(c)
      const { sealed } = await parseBody({
        request: c.req.raw,
        schema: socialProofRequest,
        limit: maxBodyBytes,
      })
      return c.json(await service.proveSocial({ id: c.req.param('id'), sealed, jkt }))
    })
    .post(`${path}/:id/second/open`, async (c) => {
      const { service, jkt } = await open(c)
      const request = await parseBody({ request: c.req.raw, schema: secondOpenRequest, limit: maxBodyBytes })
      return c.json(await service.openSecond({ ...request, id: c.req.param('id'), jkt }))
    })
    .post(`${path}/:id/second/finish`, async (c) => {
      const { service, jkt } = await open(c)
      const request = await parseBody({
        request: c.req.raw,
        schema: secondFinishRequest,
        limit: maxBodyBytes,
      })
      return c.json(await service.finishSecond({ ...request, id: c.req.param('id'), jkt }))
    })
    .post(`${path}/:id/mail`, async (c) => {
      const { service, jkt } = await open(c)
      const { assertion } = await parseBody({
        request: c.req.raw,
        schema: introductionMailRequest,
        limit: maxBodyBytes,
      })
      return c.json(await service.mail({ id: c.req.param('id'), assertion, jkt }))
    })
    .post(`${path}/:id/resend`, async (c) => {
      const { service, jkt } = await open(c)
      await parseBody({ request: c.req.raw, schema: introductionResendRequest, limit: maxBodyBytes })
      return c.json(await service.resend({ id: c.req.param('id'), jkt }))
    })
    .post(`${path}/:id/code`, async (c) => {
      const { service, jkt } = await open(c)
      const { sealed } = await parseBody({
        request: c.req.raw,
        schema: introductionCodeRequest,
        limit: maxBodyBytes,
      })
      return c.json(await service.enterCode({ id: c.req.param('id'), sealed, jkt }))
    })
}
