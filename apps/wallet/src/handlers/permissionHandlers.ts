import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'

type Names = 'GET_PERMISSIONS' | 'REVOKE_PERMISSION' | 'REVOKE_ALL_PERMISSIONS'

/** Handlers for the permissions that the visitor has granted. The wallet grants none so far. */
export function permissionHandlers({ account }: FrameServices): Pick<Handlers, Names> {
  async function requireConnection(): Promise<void> {
    await account.resume()
    if (!account.isConnected())
      throw new RpcError({ rpcCode: rpcErrorCodes.unauthorized, message: 'This page is not connected.' })
  }

  async function refuse(): Promise<never> {
    await requireConnection()
    throw new RpcError({ rpcCode: rpcErrorCodes.invalidParams, message: 'There is no such permission.' })
  }

  return {
    async GET_PERMISSIONS() {
      await requireConnection()
      return { permissions: [] }
    },
    REVOKE_PERMISSION: refuse,
    REVOKE_ALL_PERMISSIONS: refuse,
  }
}
