import { loginMethod } from '@portico/protocol/social'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../../infra/http/AppEnv.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { WalletSession } from '../sessions/store.ts'
import type { createWalletLogins } from './service.ts'

const path = '/wallet/v1/logins'

/**
 * Routes `/wallet/v1/logins…`.
 *
 * @param authorize returns the session of a request, whose proof must contain a nonce of this server.
 */
export function loginRoutes({
  logins,
  authorize,
}: {
  logins: () => ReturnType<typeof createWalletLogins>
  authorize: (c: Context<AppEnv>) => Promise<WalletSession>
}): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get(path, async (c) => c.json(await logins().list(await authorize(c))))
    .delete(`${path}/:method`, async (c) => {
      const session = await authorize(c)
      const method = loginMethod.safeParse(c.req.param('method'))
      if (!method.success) throw new Problem('not-found')
      await logins().remove({ session, method: method.data })
      return c.body(null, 204)
    })
}
