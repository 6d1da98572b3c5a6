import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { FrameResult } from '@portico/protocol/frame'
import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'
import { toCaipNetworkId } from './toCaipNetworkId.ts'

type Names =
  | 'IS_CONNECTED'
  | 'GET_USER'
  | 'SET_PREFERRED_ACCOUNT'
  | 'GET_SMART_ACCOUNT_ENABLED_NETWORKS'
  | 'INIT_SMART_ACCOUNT'

/** Handlers for the user, as far as this origin may know the account. */
export function userHandlers({ account, network, requests }: FrameServices): Pick<Handlers, Names> {
  async function readUser() {
    const session = await account.resume()
    if (!session)
      throw new RpcError({
        rpcCode: rpcErrorCodes.unauthorized,
        message: 'No user is logged in: log in first.',
      })
    return session
  }

  return {
    async IS_CONNECTED() {
      await account.resume()
      return { isConnected: account.isConnected() }
    },

    async GET_USER(payload): Promise<FrameResult<'GET_USER'>> {
      const { address, email } = await readUser()
      if (!account.isConnected()) {
        await requests().connect()
        await account.connectOrigin()
      }
      if (payload?.chainId !== undefined) network.set(toCaipNetworkId(payload.chainId))
      return {
        email,
        address,
        chainId: network.get(),
        accounts: [{ address, type: 'eoa' }],
        preferredAccountType: 'eoa',
      }
    },

    /** The wallet has one account, of type `eoa`, whatever type is requested. */
    async SET_PREFERRED_ACCOUNT() {
      const { address } = await readUser()
      if (!account.isConnected())
        throw new RpcError({ rpcCode: rpcErrorCodes.unauthorized, message: 'This page is not connected.' })
      return { type: 'eoa', address }
    },

    GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [] }),

    INIT_SMART_ACCOUNT() {
      throw new RpcError({
        rpcCode: rpcErrorCodes.unsupportedMethod,
        message: 'This wallet has no smart accounts.',
      })
    },
  }
}
