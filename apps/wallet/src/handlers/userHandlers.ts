import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { FrameResult } from '@portico/protocol/frame'
import { SessionEndedError } from '../session/ServerError.ts'
import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'
import { NoSolanaAccountError } from './NoSolanaAccountError.ts'
import { toCaipNetworkId } from './toCaipNetworkId.ts'

type Names =
  | 'IS_CONNECTED'
  | 'GET_USER'
  | 'SET_PREFERRED_ACCOUNT'
  | 'GET_SMART_ACCOUNT_ENABLED_NETWORKS'
  | 'INIT_SMART_ACCOUNT'

/** Handlers for the user, as far as this origin may see the account. */
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

  /** Returns undefined if the wallet has no Solana account, or if it cannot be read now. */
  async function readSolanaAddress({ isNeeded }: { isNeeded: boolean }): Promise<string | undefined> {
    try {
      return await account.readSolanaAddress()
    } catch (error) {
      // A gateway that does not answer must not keep a page from its EVM account.
      if (isNeeded || error instanceof SessionEndedError) throw error
      return undefined
    }
  }

  return {
    async IS_CONNECTED() {
      await account.resume()
      return { isConnected: account.isConnected() }
    },

    async GET_USER(payload): Promise<FrameResult<'GET_USER'>> {
      const { address, email, userName } = await readUser()
      const chainId = payload?.chainId === undefined ? network.get() : toCaipNetworkId(payload.chainId)
      const isSolana = chainId.startsWith('solana:')
      const solanaAddress = await readSolanaAddress({ isNeeded: isSolana })
      if (!account.isConnected()) {
        await requests().connect()
        await account.connectOrigin()
      }
      if (isSolana && solanaAddress === undefined) throw new NoSolanaAccountError()
      network.set(chainId)
      const shown = isSolana ? (solanaAddress as string) : address
      return {
        ...(email === undefined ? {} : { email }),
        ...(userName === undefined ? {} : { userName }),
        address: shown,
        chainId,
        accounts: [{ address: shown, type: 'eoa' }],
        solanaAccounts: solanaAddress === undefined ? [] : [{ address: solanaAddress, type: 'eoa' }],
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
