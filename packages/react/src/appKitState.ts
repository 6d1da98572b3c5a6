import { getConnectorDetails, getNetworkId, type State } from '@portico/core'
import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { ModalState } from './modal/router.ts'

/** What `useAppKitState` and `subscribeState` give. */
export interface PublicState {
  loading: boolean
  open: boolean
  selectedNetworkId: CaipNetworkId | undefined
  activeChain: NamespaceId
  initialized: boolean
  connectingWallet: { id: string; name: string } | undefined
}

export function toPublicState(state: State, modal: ModalState): PublicState {
  const family = (Object.keys(state.connections) as NamespaceId[]).find(
    (id) => state.connections[id]?.status === 'connecting',
  )
  const wallet = family && getConnectorDetails(state, family)
  return {
    loading: modal.loading || family !== undefined,
    open: modal.open,
    selectedNetworkId: getNetworkId(state),
    activeChain: state.activeNamespace,
    initialized: state.initialized,
    connectingWallet: wallet && { id: wallet.id, name: wallet.name },
  }
}
