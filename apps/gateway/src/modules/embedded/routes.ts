import {
  addSlotRequest,
  confirmWalletRequest,
  createWalletRequest,
  leaseNonceRequest,
  type WalletSessionsResponse,
  walletRefreshRequest,
  walletSessionRequest,
  windowAnswerRequest,
  windowMailboxRequest,
  windowQuestionRequest,
} from '@portico/protocol/gateway'
import { parseBody, type RateLimit } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import type { Embedded } from './createEmbedded.ts'
import type { WalletSession } from './sessions/store.ts'
import { walletOnly } from './walletOnly.ts'

/** Bytes: the largest body, a wallet with its slots, has less than ten thousand. */
const limit = 100 * 1024
/** Bytes: a question of 256 KiB in base64url, in its JSON. */
const mailboxLimit = 350_000
const path = '/wallet/v1'
const walletPath = `${path}/wallets/:id`
const mailboxPath = `${path}/window-mailbox`

/** `/wallet/v1/…`: sessions, wallets and slots of the embedded wallet. */
export function embeddedRoutes({
  embedded,
  limit: rate,
  ipOf,
}: {
  embedded: Embedded | undefined
  limit: RateLimit
  ipOf: (c: Context<AppEnv>) => string
}): Hono<AppEnv> {
  const routes = new Hono<AppEnv>().use(`${path}/*`, walletOnly({ embedded }))
  // Behind `walletOnly` there is one; types do not know.
  const parts = embedded as Embedded

  const prove = (c: Context<AppEnv>, more: { allowReplay?: boolean } = {}) =>
    parts.dpop.verify({ proof: c.req.header('dpop'), method: c.req.method, path: pathOf(c), ...more })

  /** Whose request it is: the token, the proof by the key it is bound to, and the session in the database. */
  async function authorize(c: Context<AppEnv>, { needsNonce = false } = {}): Promise<WalletSession> {
    const [, accessToken] = /^DPoP +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
    if (accessToken === undefined) throw new HttpProblem('session-missing')
    const session = await parts.sessions.authorize(accessToken)
    await parts.dpop.verify({
      proof: c.req.header('dpop'),
      method: c.req.method,
      path: pathOf(c),
      accessToken,
      jkt: session.jkt,
      needsNonce,
    })
    return session
  }

  routes.post(`${path}/sessions`, async (c) => {
    rate.take(`wallet|${ipOf(c)}`)
    const { assertion } = await parseBody({ request: c.req.raw, schema: walletSessionRequest, limit })
    const { jkt } = await prove(c)
    return c.json(await parts.sessions.create({ assertion, jkt }))
  })

  routes.post(`${path}/sessions/refresh`, async (c) => {
    rate.take(`wallet|${ipOf(c)}`)
    const { refreshToken } = await parseBody({ request: c.req.raw, schema: walletRefreshRequest, limit })
    // The very same request again, after a connection that broke, has the same answer.
    const { jkt } = await prove(c, { allowReplay: true })
    return c.json(await parts.sessions.refresh({ refreshToken, jkt }))
  })

  routes.get(`${path}/sessions`, async (c) => {
    const session = await authorize(c)
    const all = await parts.sessions.list(session)
    const body: WalletSessionsResponse = {
      data: all.map(({ id, origin, createdAt, lastUsedAt }) => ({
        id,
        origin,
        createdAt: new Date(createdAt).toISOString(),
        lastUsedAt: new Date(lastUsedAt).toISOString(),
        current: id === session.id,
      })),
    }
    return c.json(body)
  })

  routes.delete(`${path}/sessions/:id`, async (c) => {
    const session = await authorize(c)
    const id = c.req.param('id')
    await parts.sessions.revoke({ id: id === 'current' ? session.id : id, session })
    return c.body(null, 204)
  })

  routes.get(`${path}/wallet`, async (c) => c.json(await parts.wallets.read(await authorize(c))))

  routes.post(`${path}/wallets`, async (c) => {
    const session = await authorize(c)
    const request = await parseBody({ request: c.req.raw, schema: createWalletRequest, limit })
    return c.json(await parts.wallets.create({ session, request }))
  })

  routes.delete(walletPath, async (c) => {
    const session = await authorize(c)
    await parts.wallets.drop({ session, walletId: c.req.param('id') })
    return c.body(null, 204)
  })

  routes.post(`${walletPath}/confirm`, async (c) => {
    const session = await authorize(c)
    const request = await parseBody({ request: c.req.raw, schema: confirmWalletRequest, limit })
    return c.json(await parts.wallets.confirm({ session, walletId: c.req.param('id'), request }))
  })

  routes.post(`${walletPath}/slots`, async (c) => {
    const session = await authorize(c)
    const request = await parseBody({ request: c.req.raw, schema: addSlotRequest, limit })
    return c.json(await parts.slots.add({ session, walletId: c.req.param('id'), request }))
  })

  routes.delete(`${walletPath}/slots/:slotId`, async (c) => {
    const session = await authorize(c)
    const { id: walletId, slotId } = c.req.param()
    await parts.slots.remove({ session, walletId, slotId })
    return c.body(null, 204)
  })

  routes.post(`${walletPath}/slots/:slotId/share`, async (c) => {
    const session = await authorize(c, { needsNonce: true })
    const { id: walletId, slotId } = c.req.param()
    return c.json(await parts.slots.share({ session, walletId, slotId }))
  })

  routes.post(`${path}/nonces`, async (c) => {
    const session = await authorize(c)
    const request = await parseBody({ request: c.req.raw, schema: leaseNonceRequest, limit })
    return c.json(await parts.nonces.lease({ session, request }))
  })

  routes.delete(`${path}/nonces/:requestId`, async (c) => {
    const session = await authorize(c)
    await parts.nonces.release({ session, requestId: c.req.param('requestId') })
    return c.body(null, 204)
  })

  routes.post(mailboxPath, async (c) => {
    const session = await authorize(c)
    const request = await parseBody({
      request: c.req.raw,
      schema: windowQuestionRequest,
      limit: mailboxLimit,
    })
    await parts.mailbox.put({ session, request })
    return c.body(null, 204)
  })

  // The window has no session and no key: what it knows is the id.
  routes.post(`${mailboxPath}/question`, async (c) => {
    rate.take(`window|${ipOf(c)}`)
    return c.json(
      await parts.mailbox.take(await parseBody({ request: c.req.raw, schema: windowMailboxRequest, limit })),
    )
  })

  routes.post(`${mailboxPath}/answer`, async (c) => {
    rate.take(`window|${ipOf(c)}`)
    await parts.mailbox.answer(await parseBody({ request: c.req.raw, schema: windowAnswerRequest, limit }))
    return c.body(null, 204)
  })

  routes.post(`${mailboxPath}/collect`, async (c) => {
    const session = await authorize(c)
    const request = await parseBody({ request: c.req.raw, schema: windowMailboxRequest, limit })
    return c.json(await parts.mailbox.collect({ session, request }))
  })

  routes.post(`${mailboxPath}/drop`, async (c) => {
    const session = await authorize(c)
    const request = await parseBody({ request: c.req.raw, schema: windowMailboxRequest, limit })
    await parts.mailbox.drop({ session, request })
    return c.body(null, 204)
  })

  routes.get(`${path}/allowlist`, async (c) => c.json(await parts.allowlist.sign()))
  routes.get(`${path}/jwks`, (c) => c.json(parts.jwks))
  return routes
}

/** As it was asked for: Hono decodes it, and a proof names the address by the letter. */
const pathOf = (c: Context<AppEnv>): string => new URL(c.req.url).pathname
