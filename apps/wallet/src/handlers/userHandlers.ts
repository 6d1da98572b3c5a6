import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { FrameResult } from '@portico/protocol/frame'
import { toAccountType } from '../session/AccountType.ts'
import { SessionEndedError } from '../session/ServerError.ts'
import type { AccountOnNetwork } from '../session/SmartAccounts.ts'
import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'
import { NoSolanaAccountError } from './NoSolanaAccountError.ts'
import { toCaipNetworkId } from './toCaipNetworkId.ts'

const onSolana: AccountOnNetwork = { types: ['eoa'], isDeployed: undefined }

/** Handlers for the user, as far as this origin may see the account. */
export function userHandlers({
  account,
  network,
  requests,
}: FrameServices): Pick<Handlers, 'IS_CONNECTED' | 'GET_USER'> {
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
      const { smartAccounts } = requests()
      const preferred = toAccountType(payload?.preferredAccountType)
      if (preferred) smartAccounts.preferType(preferred)
      const { types, isDeployed } = isSolana ? onSolana : await smartAccounts.read(chainId)
      const [type, ...others] = types ?? ['eoa']
      return {
        ...(email === undefined ? {} : { email }),
        ...(userName === undefined ? {} : { userName }),
        address: shown,
        chainId,
        accounts: [type, ...others].map((one) => ({ address: shown, type: one })),
        solanaAccounts: solanaAddress === undefined ? [] : [{ address: solanaAddress, type: 'eoa' }],
        preferredAccountType: type,
        ...(isDeployed === undefined ? {} : { smartAccountDeployed: isDeployed }),
      }
    },
  }
}
