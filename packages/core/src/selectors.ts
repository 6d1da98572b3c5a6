import type { CaipAddress, CaipNetworkId } from '@portico/protocol'
import type { Connected } from './connection.ts'
import type { ConnectorDetails } from './connectors/connector.ts'
import type { Network } from './networks/network.ts'
import { unsupportedNetwork } from './networks/unsupportedNetwork.ts'
import type { State } from './state.ts'

/** Returns the connection of a namespace (default: the active one) if it is connected. */
export function getConnected(state: State, namespace = state.activeNamespace): Connected | undefined {
  const connection = state.connections[namespace]
  return connection?.status === 'connected' ? connection : undefined
}

/** Returns the ID of the network a namespace is on or, when it is not connected, of the one it would connect to. */
export function getNetworkId(state: State, namespace = state.activeNamespace): CaipNetworkId | undefined {
  return getConnected(state, namespace)?.networkId ?? state.activeNetworkIds[namespace]
}

/** Returns the network with this ID, given as a CAIP-2 ID, number or reference, if the application lists it. */
export function findNetwork(state: State, id: string | number | undefined): Network | undefined {
  return state.networks.find((network) => network.caipNetworkId === id || String(network.id) === String(id))
}

const placeholders = new Map<CaipNetworkId, Network>()

/**
 * Returns the network a namespace is on, or the placeholder "Unsupported Network" if the application does not list
 * it.
 */
export function getNetwork(state: State, namespace = state.activeNamespace): Network | undefined {
  const id = getNetworkId(state, namespace)
  if (!id) return undefined
  const network = findNetwork(state, id)
  if (network) return network
  const placeholder = placeholders.get(id) ?? unsupportedNetwork(id)
  placeholders.set(id, placeholder)
  return placeholder
}

/**
 * Returns whether the wallet is on a network the application does not list, unless `allowUnsupportedChain` is set.
 */
export function isUnsupported(state: State, namespace = state.activeNamespace): boolean {
  const connected = getConnected(state, namespace)
  return (
    connected !== undefined &&
    !state.settings.allowUnsupportedChain &&
    findNetwork(state, connected.networkId) === undefined
  )
}

/** Returns the CAIP-10 ID of the connected account. */
export function getCaipAddress(state: State, namespace = state.activeNamespace): CaipAddress | undefined {
  const connected = getConnected(state, namespace)
  return connected && `${connected.networkId}:${connected.address}`
}

/** Returns the connector that a namespace is connected, connecting or reconnecting through. */
export function getConnectorDetails(
  state: State,
  namespace = state.activeNamespace,
): ConnectorDetails | undefined {
  const connection = state.connections[namespace]
  if (!connection || connection.status === 'disconnected') return undefined
  return state.connectors.find(
    (connector) => connector.id === connection.connectorId && connector.namespace === namespace,
  )
}
