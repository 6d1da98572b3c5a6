import { findNetwork, getConnected, type NetworkInput } from '@portico/core'
import { switchNetwork } from '@portico/core/switchNetwork'
import type { KitScope } from '../kit/KitContext.ts'
import { openModal } from './modalActions.ts'

/**
 * Switches the network for the application. One of a family that has no wallet, while another has one, is remembered, and
 * the visitor is asked to connect.
 *
 * @throws NetworkNotFoundError · RpcError as the wallet answered
 */
export async function switchOrConnect(scope: KitScope, network: NetworkInput): Promise<void> {
  const { kit } = scope
  await switchNetwork(kit, { network })
  const state = kit.store.getState()
  const target = findNetwork(state, network.caipNetworkId ?? network.id)
  if (!target || !getConnected(state) || getConnected(state, target.chainNamespace)) return
  openModal(scope, { name: 'switch-active-chain', networkId: target.caipNetworkId })
}
