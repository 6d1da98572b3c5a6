import { type Account, findNetwork, getConnected, type Network, type State } from '@portico/core'
import { getConnectorImage } from '../parts/getConnectorImage.ts'

/** A wallet that is connected or was connected before, with AppKit's names. */
export interface AppKitConnection {
  connectorId: string
  accounts: readonly Account[]
  /** Undefined if the application does not list the network. */
  caipNetwork: Network | undefined
  name: string
  icon: string | undefined
  networkIcon: string | undefined
  /** Only for the embedded wallet: how its user logged in, and the user's e-mail address. */
  auth?: { name: 'email'; username: string | undefined } | undefined
}

/** The wallets of a namespace: those that are connected, the active one first, and those that were disconnected. */
export interface AppKitConnections {
  connections: readonly AppKitConnection[]
  recentConnections: readonly AppKitConnection[]
}

const none: AppKitConnections = { connections: [], recentConnections: [] }

/** Returns the wallets of a namespace (default: the active one). Empty unless `features.multiWallet` is set. */
export function toConnections(state: State, namespace = state.activeNamespace): AppKitConnections {
  const { features, chainImages } = state.settings
  if (!features.multiWallet) return none
  const active = getConnected(state, namespace)
  const others = state.otherConnections?.[namespace] ?? []
  const list = [...(active ? [{ ...active, name: active.connectorId }] : []), ...others]
  const ofStatus = (wanted: string) =>
    list
      .filter(({ status }) => status === wanted)
      .map(({ connectorId, accounts, networkId, name }): AppKitConnection => {
        const details = state.connectors.find(
          (connector) => connector.id === connectorId && connector.namespace === namespace,
        )
        const network = findNetwork(state, networkId)
        return {
          connectorId,
          accounts,
          caipNetwork: network,
          name: details?.walletName ?? details?.name ?? name,
          icon: details?.walletIcon ?? getConnectorImage(state, details ?? { id: connectorId }),
          networkIcon:
            network &&
            (chainImages[network.caipNetworkId] ?? chainImages[network.id] ?? network.assets?.imageUrl),
          ...(details?.type === 'AUTH' && { auth: { name: 'email', username: state.embedded?.email } }),
        }
      })
  return { connections: ofStatus('connected'), recentConnections: ofStatus('disconnected') }
}
