import {
  type MoveFinishRequest,
  type MoveKey,
  moveStateResponse,
  moveWaitResponse,
  walletSessionResponse,
} from '@portico/protocol/gateway'
import { moveResponse } from '@portico/protocol/vault'
import * as z from 'zod/mini'
import type { ServerClient } from '../session/createServerClient.ts'

/** Creates the client of the routes that move a wallet. Those of the older device need its access token. */
export function createMoveClient({ gateway, vault }: { gateway: ServerClient; vault: ServerClient }) {
  const path = '/wallet/v1/moves'
  const none = z.unknown()
  return {
    start: (accessToken: string, id: string) =>
      gateway.call({ path, accessToken, body: { id }, schema: none }),
    state: (accessToken: string, id: string) =>
      gateway.call({ path: `${path}/state`, accessToken, body: { id }, schema: moveStateResponse }),
    reveal: (accessToken: string, id: string, key: MoveKey) =>
      gateway.call({ path: `${path}/reveal`, accessToken, body: { id, key }, schema: none }),
    finish: (accessToken: string, body: MoveFinishRequest) =>
      gateway.call({ path: `${path}/finish`, accessToken, body, schema: none }),
    endDevice: (accessToken: string, jkt: string) =>
      gateway.call({ method: 'DELETE', path: `/wallet/v1/devices/${jkt}`, accessToken, schema: none }),
    drop: (accessToken: string, id: string) =>
      gateway.call({ path: `${path}/drop`, accessToken, body: { id }, schema: none }),

    take: (id: string, key: MoveKey) =>
      gateway.call({ path: `${path}/take`, body: { id, key }, schema: none }),
    wait: (id: string) => gateway.call({ path: `${path}/wait`, body: { id }, schema: moveWaitResponse }),
    openSession: (id: string) =>
      gateway.call({ path: `${path}/session`, body: { id }, schema: walletSessionResponse }),

    /** Has the vault add a device, as the device whose key signs the request. */
    addDevice: (body: { userId: string; jkt: string }) =>
      vault.call({ path: '/v1/move', body, schema: moveResponse }),
  }
}

export type MoveClient = ReturnType<typeof createMoveClient>
