import { type CaipNetworkId, RpcError, rpcErrorCodes } from '@portico/protocol'
import { getConnector } from '../connectors/getConnector.ts'
import { getEndpoint } from '../getEndpoint.ts'
import type { Kit } from '../kit.ts'
import type { Endpoint, Namespace } from '../namespace.ts'
import { getConnected } from '../selectors.ts'
import type { NamespaceCalls } from './NamespaceCalls.ts'

/** The connected account that executes calls, its wallet, and the code of its namespace. */
export interface CallsAccount {
  account: string
  provider: unknown
  networkId: CaipNetworkId
  calls: NamespaceCalls
  transfers: NonNullable<Namespace['transfers']>
  /** The network with its RPC URLs. */
  endpoint: Endpoint
}

/**
 * Finds the account that executes calls: the one connected in the namespace of `networkId`, or the active one.
 *
 * @throws {RpcError} 4900 if there is none; 5710 if the kit does not list the network; 4200 if its namespace has no such wallets
 */
export async function findCallsAccount(kit: Kit, wanted: CaipNetworkId | undefined): Promise<CallsAccount> {
  const state = kit.store.getState()
  const networkId = wanted ?? getConnected(state)?.networkId
  const endpoint = networkId && getEndpoint(kit, networkId)
  const { chainNamespace } = endpoint?.network ?? {}
  const connected = getConnected(state, chainNamespace)
  if (!connected || !networkId)
    throw new RpcError({
      rpcCode: rpcErrorCodes.disconnected,
      message: 'No wallet is connected.',
      metaMessages: ['Connect a wallet before it is asked to execute calls.'],
    })
  if (!endpoint)
    throw new RpcError({
      rpcCode: rpcErrorCodes.unsupportedChainId,
      message: `The network ${networkId} is not listed.`,
      metaMessages: ['Add it to `networks`.'],
    })
  const namespace = kit.namespaces.get(endpoint.network.chainNamespace)
  if (!namespace?.calls || !namespace.transfers)
    throw new RpcError({
      rpcCode: rpcErrorCodes.unsupportedMethod,
      message: `Wallets on ${networkId} cannot be asked to execute several calls.`,
      metaMessages: ['Only Ethereum networks have such wallets (EIP-5792).'],
    })
  const provider = getConnector(kit, endpoint.network.chainNamespace)?.getProvider()
  const { address: account } = connected
  return {
    ...{ account, provider, networkId, endpoint, calls: await namespace.calls() },
    transfers: () => (namespace.transfers as NonNullable<Namespace['transfers']>)(),
  }
}
