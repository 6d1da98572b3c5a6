import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'

type Names = 'GET_PERMISSIONS' | 'REVOKE_PERMISSION' | 'REVOKE_ALL_PERMISSIONS'

/** Handlers for the permissions that the visitor has granted. */
export function permissionHandlers({ account, requests }: FrameServices): Pick<Handlers, Names> {
  async function open() {
    await account.resume()
    if (!account.isConnected())
      throw new RpcError({ rpcCode: rpcErrorCodes.unauthorized, message: 'This page is not connected.' })
    return requests()
  }

  return {
    async GET_PERMISSIONS() {
      return { permissions: await (await open()).listPermissions() }
    },
    async REVOKE_PERMISSION({ id: hash }, { id }) {
      return { hash: await (await open()).revokePermission({ id, hash }) }
    },
    async REVOKE_ALL_PERMISSIONS({ chainId }, { id }) {
      return { hash: await (await open()).revokeAllPermissions({ id, chainId: `eip155:${chainId}` }) }
    },
  }
}
