import type { DpopVerifier } from '@portico/server'
import type { Context } from 'hono'
import type { AppEnv } from '../../../infra/http/AppEnv.ts'
import { Problem } from '../../../infra/http/Problem.ts'
import type { WalletSessions } from './service.ts'
import type { WalletSession } from './store.ts'

/** Returns the session of a request after checking its access token, its DPoP proof and the stored session. @throws {Problem} */
export type Authorize = (c: Context<AppEnv>, rules?: { needsNonce?: boolean }) => Promise<WalletSession>

/** Creates the check of requests with a session. */
export function createAuthorize({
  sessions,
  dpop,
}: {
  sessions: Pick<WalletSessions, 'authorize'>
  dpop: DpopVerifier
}): Authorize {
  return async (c, { needsNonce = false } = {}) => {
    const [, accessToken] = /^DPoP +(\S+)$/i.exec(c.req.header('authorization') ?? '') ?? []
    if (accessToken === undefined) throw new Problem('session-missing')
    const session = await sessions.authorize(accessToken)
    await dpop.verify({
      proof: c.req.header('dpop'),
      method: c.req.method,
      path: pathOf(c),
      accessToken,
      jkt: session.jkt,
      needsNonce,
    })
    return session
  }
}

/** Returns the path as it was sent. Hono decodes its own path, but a DPoP proof contains the raw URL. */
export const pathOf = (c: Context<AppEnv>): string => new URL(c.req.url).pathname
