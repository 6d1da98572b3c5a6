import { findNetwork, getConnected, type NetworkInput } from '@portico/core'
import { switchNetwork } from '@portico/core/switchNetwork'
import type { KitScope } from '../kit/KitContext.ts'
import { openModal } from './modalActions.ts'

/**
 * Switches the network on behalf of the application. If the network's namespace has no wallet while another namespace
 * has one, stores the network and asks the visitor to connect a wallet.
 *
 * @throws NetworkNotFoundError · the wallet's RpcError
 */
export async function switchOrConnect(scope: KitScope, network: NetworkInput): Promise<void> {
  const { kit } = scope
  await switchNetwork(kit, { network })
  const state = kit.store.getState()
  const target = findNetwork(state, network.caipNetworkId ?? network.id)
  if (!target || !getConnected(state) || getConnected(state, target.chainNamespace)) return
  openModal(scope, { name: 'switch-active-chain', networkId: target.caipNetworkId })
}
