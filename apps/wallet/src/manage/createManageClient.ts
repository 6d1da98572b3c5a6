import { walletSessionsResponse } from '@portico/protocol/gateway'
import { linksAllowResponse } from '@portico/protocol/vault'
import * as z from 'zod/mini'
import type { Account } from '../session/createAccount.ts'
import type { GatewayClient } from '../session/createGatewayClient.ts'
import type { ServerClient, ServerRequest } from '../session/createServerClient.ts'
import type { PartitionStorage } from '../session/PartitionStorage.ts'
import { SessionEndedError } from '../session/ServerError.ts'
import { readStoredDevice } from '../session/storedSession.ts'
import type { OpenableSlot, WalletRecord } from '../signer/walletRecord.ts'
import { createSessionRun } from './createSessionRun.ts'

/** A login of the user on one page in one browser. Times are ISO 8601. */
export type Login = { id: string; origin: string; lastUsedAt: string; isCurrent: boolean }
/** A browser without a login, which can open the wallet after the next one. */
export type LoggedOutDevice = { walletId: string; slotId: string; lastUsedAt: string }
export type Devices = { logins: readonly Login[]; loggedOut: readonly LoggedOutDevice[] }

/** Creates the client of the routes that only the wallet's own page uses. */
export function createManageClient({
  account,
  server,
  vaultServer,
  gateway,
  storage,
}: {
  account: Pick<Account, 'token' | 'current' | 'endSession'>
  server: ServerClient
  vaultServer: ServerClient
  gateway: Pick<GatewayClient, 'readWallet' | 'readShare'>
  storage: PartitionStorage
}) {
  const run = createSessionRun(account)
  const call = <schema extends z.core.$ZodType>(request: ServerRequest<schema>) =>
    run((accessToken) => server.call({ ...request, accessToken }))

  return {
    /** Lists the user's logins, and the browsers that are logged out and still have a slot. */
    async readDevices(): Promise<Devices> {
      const { data } = await call({
        method: 'GET',
        path: '/wallet/v1/sessions',
        schema: walletSessionsResponse,
      })
      const { userId = '' } = account.current() ?? {}
      const wallet = await run((accessToken) => gateway.readWallet(accessToken, userId))
      const live = new Set(data.map(({ jkt }) => jkt))
      return {
        logins: data.map(({ current, ...login }) => ({ ...login, isCurrent: current })),
        loggedOut: (wallet?.slots ?? []).flatMap(({ kind, jkt, slotId, lastUsedAt }) =>
          kind === 'device' && jkt !== undefined && !live.has(jkt)
            ? [{ walletId: wallet?.record.walletId ?? '', slotId, lastUsedAt }]
            : [],
        ),
      }
    },

    /** Returns what opens the wallet on this device: its slot with both halves. */
    async readOpenable(): Promise<{ wallet: WalletRecord; device: OpenableSlot }> {
      const device = await readStoredDevice(storage)
      const { userId = '' } = account.current() ?? {}
      const wallet = await run((accessToken) => gateway.readWallet(accessToken, userId))
      const slot = wallet?.slots.find(({ slotId }) => slotId === device?.slotId)
      if (!device || !wallet || !slot) throw new SessionEndedError()
      const share = await run((accessToken) => gateway.readShare(accessToken, device.walletId, device.slotId))
      return { wallet: wallet.record, device: { slot, share, secret: device.secret } }
    },

    /** Makes the vault mail links to new browsers for ten minutes, whatever strangers used up. Returns until when. */
    async allowLinks(): Promise<string> {
      const { userId = '' } = account.current() ?? {}
      const { until } = await vaultServer.call({
        path: '/v1/links/allow',
        body: { userId },
        schema: linksAllowResponse,
      })
      return until
    },

    /**
     * Ends a login, and with it the way in which its browser opens the wallet.
     *
     * @throws {ServerError} `device-held` or `device-too-new`, with `until`
     */
    async endLogin(id: string): Promise<void> {
      await call({
        method: 'DELETE',
        path: `/wallet/v1/sessions/${encodeURIComponent(id)}`,
        schema: z.unknown(),
      })
    },

    /**
     * Removes a browser that is logged out.
     *
     * @throws {ServerError} `device-held` or `device-too-new`, with `until`
     */
    async removeDevice({ walletId, slotId }: LoggedOutDevice): Promise<void> {
      const path = `/wallet/v1/wallets/${encodeURIComponent(walletId)}/slots/${encodeURIComponent(slotId)}`
      await call({ method: 'DELETE', path, schema: z.unknown() })
    },
  }
}

export type ManageClient = ReturnType<typeof createManageClient>
