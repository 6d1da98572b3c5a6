import {
  addSlotRequest,
  confirmWalletRequest,
  createWalletRequest,
  endDeviceRequest,
  handoffAnswerRequest,
  handoffQuestionRequest,
  handoffRequest,
  leaseNonceRequest,
  storePermissionRequest,
  type WalletSessionsResponse,
  walletRefreshRequest,
  walletSessionRequest,
} from '@portico/protocol/gateway'
import { parseBody, type RateLimit } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import { addressChangeRoutes } from './addresses/routes.ts'
import type { Embedded } from './createEmbedded.ts'
import { exportRoutes } from './exports/routes.ts'
import { importRoutes } from './imports/routes.ts'
import { introductionRoutes } from './introductions/routes.ts'
import { loginRoutes } from './logins/routes.ts'
import { moveRoutes } from './moves/routes.ts'
import { recoveryRoutes } from './recovery/routes.ts'
import { requireWalletSite } from './requireWalletSite.ts'
import { type Authorize, pathOf } from './sessions/createAuthorize.ts'

/** Bytes. The largest regular body, a wallet with its slots, has fewer than 10 000. */
const maxBodyBytes = 100 * 1024
/** Bytes. A question of 256 KiB in base64url, inside JSON. */
const maxHandoffBytes = 350_000
const path = '/wallet/v1'
const walletPath = `${path}/wallets/:id`
const handoffPath = `${path}/window-mailbox`

/** Routes `/wallet/v1/…`: sessions, wallets, slots, nonces and handoffs of embedded wallets. */
export function embeddedRoutes({
  embedded,
  limit: rateLimit,
  ipOf,
}: {
  embedded: Embedded | undefined
  limit: RateLimit
  ipOf: (c: Context<AppEnv>) => string
}): Hono<AppEnv> {
  const routes = new Hono<AppEnv>().use(`${path}/*`, requireWalletSite({ embedded }))
  // Behind `requireWalletSite` the services exist; the type checker cannot know.
  const services = embedded as Embedded

  const prove = (c: Context<AppEnv>, more: { allowReplay?: boolean; needsNonce?: boolean } = {}) =>
    services.dpop.verify({ proof: c.req.header('dpop'), method: c.req.method, path: pathOf(c), ...more })

  const authorize: Authorize = (c, rules) => services.authorize(c, rules)
  const proveWithNonce = (c: Context<AppEnv>) => prove(c, { needsNonce: true })
  const authorizeWithNonce = (c: Context<AppEnv>) => authorize(c, { needsNonce: true })

  routes.post(`${path}/sessions`, async (c) => {
    rateLimit.take(`wallet|${ipOf(c)}`)
    const { assertion } = await parseBody({
      request: c.req.raw,
      schema: walletSessionRequest,
      limit: maxBodyBytes,
    })
    const { jkt } = await prove(c)
    return c.json(await services.sessions.create({ assertion, jkt }))
  })

  routes.route(
    '/',
    introductionRoutes({
      introductions: () => services.introductions,
      prove: proveWithNonce,
      limit: rateLimit,
      ipOf,
    }),
  )

  routes.route(
    '/',
    importRoutes({
      services: () => services,
      authorize: authorizeWithNonce,
    }),
  )

  routes.route(
    '/',
    moveRoutes({
      moves: () => services.moves,
      authorize: authorizeWithNonce,
      prove: proveWithNonce,
      limit: rateLimit,
      ipOf,
    }),
  )

  routes.route(
    '/',
    exportRoutes({
      exports: () => services.exports,
      authorize: authorizeWithNonce,
    }),
  )

  routes.route(
    '/',
    recoveryRoutes({
      recovery: () => services.recovery,
      authorize: authorizeWithNonce,
      prove: proveWithNonce,
      limit: rateLimit,
      ipOf,
    }),
  )

  routes.route('/', loginRoutes({ logins: () => services.logins, authorize: authorizeWithNonce }))

  routes.route(
    '/',
    addressChangeRoutes({
      changes: () => services.addressChanges,
      authorize: authorizeWithNonce,
      limit: rateLimit,
      ipOf,
    }),
  )

  routes.post(`${path}/sessions/refresh`, async (c) => {
    rateLimit.take(`wallet|${ipOf(c)}`)
    const { refreshToken } = await parseBody({
      request: c.req.raw,
      schema: walletRefreshRequest,
      limit: maxBodyBytes,
    })
    // Allow a replay, so that a client can repeat the same request after a lost connection.
    const { jkt } = await prove(c, { allowReplay: true })
    return c.json(await services.sessions.refresh({ refreshToken, jkt }))
  })

  routes.get(`${path}/sessions`, async (c) => {
    const session = await authorize(c)
    const all = await services.sessions.list(session)
    const devices = await services.devices.list(session)
    const held = await services.devices.listHeld(session)
    const toHeld = (until?: number) =>
      until === undefined ? {} : { heldUntil: new Date(until).toISOString() }
    const body: WalletSessionsResponse = {
      data: all.map(({ id, origin, jkt, createdAt, lastUsedAt }) => ({
        id,
        origin,
        jkt,
        createdAt: new Date(createdAt).toISOString(),
        lastUsedAt: new Date(lastUsedAt).toISOString(),
        current: id === session.id,
        ...toHeld(held.get(jkt)),
      })),
      devices: devices.map(({ jkt, at }) => ({ jkt, introducedAt: new Date(at).toISOString() })),
    }
    return c.json(body)
  })

  routes.delete(`${path}/sessions/:id`, async (c) => {
    const id = c.req.param('id')
    const session = await authorize(c, { needsNonce: id !== 'current' })
    await services.sessions.revoke({ id: id === 'current' ? session.id : id, session })
    return c.body(null, 204)
  })

  routes.delete(`${path}/devices/:jkt`, async (c) => {
    const session = await authorizeWithNonce(c)
    await services.devices.endOther({ session, jkt: c.req.param('jkt') })
    return c.body(null, 204)
  })

  // The page behind a mailed link has neither session nor key; the vault's statement is the proof.
  routes.post(`${path}/devices/end`, async (c) => {
    rateLimit.take(`wallet|${ipOf(c)}`)
    await services.devices.end(
      await parseBody({ request: c.req.raw, schema: endDeviceRequest, limit: maxBodyBytes }),
    )
    return c.body(null, 204)
  })

  routes.get(`${path}/wallet`, async (c) => c.json(await services.wallets.read(await authorize(c))))

  routes.post(`${path}/wallets`, async (c) => {
    const session = await authorize(c)
    const request = await parseBody({ request: c.req.raw, schema: createWalletRequest, limit: maxBodyBytes })
    return c.json(await services.wallets.create({ session, request }))
  })

  routes.delete(walletPath, async (c) => {
    const session = await authorize(c)
    await services.wallets.drop({ session, walletId: c.req.param('id') })
    return c.body(null, 204)
  })

  routes.post(`${walletPath}/confirm`, async (c) => {
    const session = await authorize(c)
    const request = await parseBody({ request: c.req.raw, schema: confirmWalletRequest, limit: maxBodyBytes })
    return c.json(await services.wallets.confirm({ session, walletId: c.req.param('id'), request }))
  })

  routes.post(`${walletPath}/slots`, async (c) => {
    const session = await authorize(c)
    const request = await parseBody({ request: c.req.raw, schema: addSlotRequest, limit: maxBodyBytes })
    return c.json(await services.slots.add({ session, walletId: c.req.param('id'), request }))
  })

  routes.delete(`${walletPath}/slots/:slotId`, async (c) => {
    const session = await authorizeWithNonce(c)
    const { id: walletId, slotId } = c.req.param()
    await services.slots.remove({ session, walletId, slotId })
    return c.body(null, 204)
  })

  routes.post(`${walletPath}/slots/:slotId/share`, async (c) => {
    const session = await authorizeWithNonce(c)
    const { id: walletId, slotId } = c.req.param()
    return c.json(await services.slots.share({ session, walletId, slotId }))
  })

  // Without a session, it is not known whose page it is, so nobody sponsors.
  routes.get(`${path}/networks`, async (c) => {
    const session = c.req.header('authorization') === undefined ? undefined : await authorize(c)
    return c.json(await services.networks.list({ projectId: session?.projectId }))
  })

  routes.post(`${path}/nonces`, async (c) => {
    const session = await authorize(c)
    const request = await parseBody({ request: c.req.raw, schema: leaseNonceRequest, limit: maxBodyBytes })
    return c.json(await services.nonces.lease({ session, request }))
  })

  routes.delete(`${path}/nonces/:requestId`, async (c) => {
    const session = await authorize(c)
    await services.nonces.release({ session, requestId: c.req.param('requestId') })
    return c.body(null, 204)
  })

  routes.get(`${path}/permissions`, async (c) => c.json(await services.permissions.list(await authorize(c))))

  routes.post(`${path}/permissions`, async (c) => {
    const session = await authorize(c)
    const request = await parseBody({
      request: c.req.raw,
      schema: storePermissionRequest,
      limit: maxBodyBytes,
    })
    await services.permissions.add({ session, request })
    return c.body(null, 204)
  })

  routes.delete(`${path}/permissions/:hash`, async (c) => {
    const session = await authorize(c)
    await services.permissions.revoke({ session, hash: c.req.param('hash') })
    return c.body(null, 204)
  })

  routes.post(handoffPath, async (c) => {
    const session = await authorize(c)
    const request = await parseBody({
      request: c.req.raw,
      schema: handoffQuestionRequest,
      limit: maxHandoffBytes,
    })
    await services.handoffs.put({ session, request })
    return c.body(null, 204)
  })

  // The window has neither session nor key; it authenticates with the secret ID alone.
  routes.post(`${handoffPath}/question`, async (c) => {
    rateLimit.take(`window|${ipOf(c)}`)
    return c.json(
      await services.handoffs.take(
        await parseBody({ request: c.req.raw, schema: handoffRequest, limit: maxBodyBytes }),
      ),
    )
  })

  routes.post(`${handoffPath}/answer`, async (c) => {
    rateLimit.take(`window|${ipOf(c)}`)
    await services.handoffs.answer(
      await parseBody({ request: c.req.raw, schema: handoffAnswerRequest, limit: maxBodyBytes }),
    )
    return c.body(null, 204)
  })

  routes.post(`${handoffPath}/collect`, async (c) => {
    const session = await authorize(c)
    const request = await parseBody({ request: c.req.raw, schema: handoffRequest, limit: maxBodyBytes })
    return c.json(await services.handoffs.collect({ session, request }))
  })

  routes.post(`${handoffPath}/drop`, async (c) => {
    const session = await authorize(c)
    const request = await parseBody({ request: c.req.raw, schema: handoffRequest, limit: maxBodyBytes })
    await services.handoffs.drop({ session, request })
    return c.body(null, 204)
  })

  routes.get(`${path}/allowlist`, async (c) => c.json(await services.allowlist.sign()))
  routes.get(`${path}/jwks`, (c) => c.json(services.jwks))
  return routes
}
