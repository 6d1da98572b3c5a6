import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { toAccountType } from '../session/AccountType.ts'
import type { FrameServices } from './FrameServices.ts'
import type { Handlers } from './Handlers.ts'

type Names =
  | 'SET_PREFERRED_ACCOUNT'
  | 'GET_SMART_ACCOUNT_ENABLED_NETWORKS'
  | 'INIT_SMART_ACCOUNT'
  | 'GET_SMART_ACCOUNTS'
  | 'TURN_OFF_SMART_ACCOUNT'

/** Handlers for the visitor's smart account, which has the address of the EOA. */
export function smartAccountHandlers({ account, network, requests }: FrameServices): Pick<Handlers, Names> {
  async function open() {
    const session = await account.resume()
    if (!session || !account.isConnected())
      throw new RpcError({ rpcCode: rpcErrorCodes.unauthorized, message: 'This page is not connected.' })
    return { address: session.address, smartAccounts: requests().smartAccounts }
  }

  return {
    async SET_PREFERRED_ACCOUNT({ type: wanted }) {
      const { address, smartAccounts } = await open()
      const type = toAccountType(wanted)
      if (!type)
        throw new RpcError({
          rpcCode: rpcErrorCodes.invalidParams,
          message: 'The type of an account is `eoa` or `smartAccount`.',
        })
      await smartAccounts.setType(type)
      const { types } = await smartAccounts.read(network.get('eip155'))
      return { type: types?.[0] ?? type, address }
    },

    async GET_SMART_ACCOUNT_ENABLED_NETWORKS() {
      const { smartAccounts } = await open()
      const networks = [...(await smartAccounts.networks())].slice(0, 1000)
      return { smartAccountEnabledNetworks: networks.map((id) => Number(id.slice('eip155:'.length))) }
    },

    async INIT_SMART_ACCOUNT() {
      const { address, smartAccounts } = await open()
      const chainId = network.get('eip155')
      if (!(await smartAccounts.networks()).has(chainId))
        throw new RpcError({
          rpcCode: rpcErrorCodes.unsupportedMethod,
          message: `The wallet has no smart accounts on ${chainId}.`,
        })
      return { address, isDeployed: (await smartAccounts.read(chainId)).isDeployed ?? false }
    },

    async GET_SMART_ACCOUNTS() {
      const { smartAccounts } = await open()
      return { networks: await smartAccounts.states() }
    },

    async TURN_OFF_SMART_ACCOUNT({ chainId }, { id }) {
      await open()
      return { hash: await requests().turnOffSmartAccount({ id, chainId: `eip155:${chainId}` }) }
    },
  }
}
