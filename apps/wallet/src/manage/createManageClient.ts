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
export type Login = {
  id: string
  origin: string
  lastUsedAt: string
  isCurrent: boolean
  /** Until then the browser cannot open the wallet. */
  heldUntil?: string | undefined
}
/** A browser without a login, whose key is known: to log in again it needs a code only. */
export type LoggedOutDevice = {
  jkt: string
  knownSince?: string | undefined
  lastUsedAt?: string | undefined
}
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
    /** Lists the user's logins, and the browsers that are logged out and still known, with or without a slot. */
    async readDevices(): Promise<Devices> {
      const { data, devices } = await call({
        method: 'GET',
        path: '/wallet/v1/sessions',
        schema: walletSessionsResponse,
      })
      const { userId = '' } = account.current() ?? {}
      const wallet = await run((accessToken) => gateway.readWallet(accessToken, userId))
      const live = new Set(data.map(({ jkt }) => jkt))
      const loggedOut = new Map<string, LoggedOutDevice>()
      for (const { jkt, introducedAt } of devices) loggedOut.set(jkt, { jkt, knownSince: introducedAt })
      for (const { kind, jkt, lastUsedAt } of wallet?.slots ?? [])
        if (kind === 'device' && jkt !== undefined) loggedOut.set(jkt, { jkt, lastUsedAt })
      return {
        logins: data.map(({ current, ...login }) => ({ ...login, isCurrent: current })),
        loggedOut: [...loggedOut.values()].filter(({ jkt }) => !live.has(jkt)),
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
     * Ends a login and its browser, which is then new to both servers.
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
     * Removes a browser that is logged out, which is then new to both servers.
     *
     * @throws {ServerError} `device-held` or `device-too-new`, with `until`
     */
    async removeDevice({ jkt }: LoggedOutDevice): Promise<void> {
      await call({ method: 'DELETE', path: `/wallet/v1/devices/${jkt}`, schema: z.unknown() })
    },
  }
}

export type ManageClient = ReturnType<typeof createManageClient>
