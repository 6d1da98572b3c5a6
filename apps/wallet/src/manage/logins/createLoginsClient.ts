import { walletLoginsResponse } from '@portico/protocol/gateway'
import type { LoginMethod } from '@portico/protocol/social'
import { loginsResponse } from '@portico/protocol/vault'
import * as z from 'zod/mini'
import type { Account } from '../../session/createAccount.ts'
import type { ServerClient } from '../../session/createServerClient.ts'
import { createSessionRun } from '../createSessionRun.ts'

/** A login that opens the wallet. `since` is ISO 8601; `label` is the masked address, if the vault knows one. */
export type WalletLogin = { method: LoginMethod; since: string; label?: string | undefined }

/** Creates the client of the routes for the logins of the visitor. */
export function createLoginsClient({
  account,
  server,
  vaultServer,
}: {
  account: Pick<Account, 'token' | 'current' | 'endSession'>
  server: ServerClient
  vaultServer: ServerClient
}) {
  const run = createSessionRun(account)
  const path = '/wallet/v1/logins'
  const userId = () => account.current()?.userId ?? ''

  return {
    /** Lists the logins that the gateway accepts. One that the vault alone has opens nothing. */
    async list(): Promise<WalletLogin[]> {
      const [accepted, { data: labelled }] = await Promise.all([
        run((accessToken) => server.call({ method: 'GET', path, accessToken, schema: walletLoginsResponse })),
        vaultServer.call({ path: '/v1/logins', body: { userId: userId() }, schema: loginsResponse }),
      ])
      return accepted.data.map((login) => ({
        ...login,
        label: labelled.find(({ method }) => method === login.method)?.label,
      }))
    },

    /**
     * Removes a login, from the gateway first: so it never has one that the vault has not. Repeating it finishes what was
     * interrupted.
     *
     * @param grant of a login in the last ten minutes that the vault has verified itself
     * @throws {ServerError} such as `last-login`, `device-too-new` or `grant-invalid`
     */
    async remove(method: LoginMethod, grant: string): Promise<void> {
      await run((accessToken) =>
        server.call({ method: 'DELETE', path: `${path}/${method}`, accessToken, schema: z.unknown() }),
      )
      const body = { userId: userId(), method, grant }
      await vaultServer.call({ path: '/v1/logins/remove', body, schema: z.unknown() })
    },
  }
}

export type LoginsClient = ReturnType<typeof createLoginsClient>
