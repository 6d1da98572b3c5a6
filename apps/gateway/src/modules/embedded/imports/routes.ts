import { confirmWalletRequest, importWalletRequest } from '@portico/protocol/gateway'
import { parseBody } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../../infra/http/AppEnv.ts'
import type { WalletSession } from '../sessions/store.ts'
import type { EmbeddedWallets } from '../wallets/service.ts'
import type { WalletImports } from './service.ts'

/** Bytes. A wallet with its slots and a statement. */
const maxBodyBytes = 16_000

/**
 * Routes that replace the wallet by an imported one, and that return a wallet which is not the current one.
 *
 * @param authorize returns the session of a request whose proof has a nonce of this server.
 */
export function importRoutes({
  services,
  authorize,
}: {
  services: () => { imports: WalletImports; wallets: EmbeddedWallets }
  authorize: (c: Context<AppEnv>) => Promise<WalletSession>
}): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/wallet/v1/wallets', async (c) => {
      const session = await authorize(c)
      return c.json(await services().wallets.listRetired(session))
    })
    .get('/wallet/v1/wallets/:id', async (c) => {
      const session = await authorize(c)
      return c.json(await services().wallets.readOne(session, c.req.param('id')))
    })
    .post('/wallet/v1/imports', async (c) => {
      const session = await authorize(c)
      const request = await parseBody({
        request: c.req.raw,
        schema: importWalletRequest,
        limit: maxBodyBytes,
      })
      return c.json(await services().imports.start({ session, request }))
    })
    .post('/wallet/v1/imports/:id/confirm', async (c) => {
      const session = await authorize(c)
      const request = await parseBody({
        request: c.req.raw,
        schema: confirmWalletRequest,
        limit: maxBodyBytes,
      })
      return c.json(await services().imports.confirm({ session, walletId: c.req.param('id'), request }))
    })
}
