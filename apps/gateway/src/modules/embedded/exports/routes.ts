import { exportShareRequest } from '@portico/protocol/gateway'
import { parseBody } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { AppEnv } from '../../../infra/http/AppEnv.ts'
import type { WalletSession } from '../sessions/store.ts'
import type { KeyExports } from './service.ts'

/** Bytes. A statement has at most 4096 characters. */
const maxBodyBytes = 10_000

/**
 * The route that releases what an export of the key needs.
 *
 * @param authorize returns the session of a request whose proof has a nonce of this server.
 */
export function exportRoutes({
  exports,
  authorize,
}: {
  exports: () => KeyExports
  authorize: (c: Context<AppEnv>) => Promise<WalletSession>
}): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/wallet/v1/wallets/:id/slots/:slotId/export', async (c) => {
    const session = await authorize(c)
    const request = await parseBody({ request: c.req.raw, schema: exportShareRequest, limit: maxBodyBytes })
    const { id: walletId, slotId } = c.req.param()
    return c.json(await exports().release({ session, walletId, slotId, request }))
  })
}
