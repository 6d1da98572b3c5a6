import { codeSlotRequest, recoveryRequest } from '@portico/protocol/gateway'
import { describeBrowser, parseBody, type RateLimit } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../../infra/http/AppEnv.ts'
import type { WalletSession } from '../sessions/store.ts'
import type { RecoveryCodes } from './service.ts'

/** Bytes. The largest field is a wrapped key of at most 1024 characters. */
const maxBodyBytes = 10_000

/**
 * Routes that store the slot of a recovery code, and open a wallet with a code.
 *
 * @param authorize returns the session of a request.
 * @param prove verifies the DPoP proof of a request without a session, with a nonce of this server, and returns its key.
 */
export function recoveryRoutes({
  recovery,
  authorize,
  prove,
  limit,
  ipOf,
}: {
  recovery: () => RecoveryCodes
  authorize: (c: Context<AppEnv>) => Promise<WalletSession>
  prove: (c: Context<AppEnv>) => Promise<{ jkt: string }>
  limit: RateLimit
  ipOf: (c: Context<AppEnv>) => string
}): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .post('/wallet/v1/wallets/:id/code', async (c) => {
      const session = await authorize(c)
      const request = await parseBody({ request: c.req.raw, schema: codeSlotRequest, limit: maxBodyBytes })
      return c.json(await recovery().add({ session, walletId: c.req.param('id'), request }))
    })
    .post('/wallet/v1/recovery', async (c) => {
      limit.take(`recovery|${ipOf(c)}`)
      const { jkt } = await prove(c)
      await parseBody({ request: c.req.raw, schema: recoveryRequest, limit: maxBodyBytes })
      return c.json(await recovery().open({ jkt, ...describeBrowser(c.req.header('user-agent')) }))
    })
}
