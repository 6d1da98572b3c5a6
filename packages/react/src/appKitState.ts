import { getNetworkId, type State } from '@portico/core'
import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { ModalState } from './modal/router.ts'

/** State of the modal and the selected network. `activeChain` is the active namespace. */
export interface PublicState {
  loading: boolean
  open: boolean
  selectedNetworkId: CaipNetworkId | undefined
  activeChain: NamespaceId
  initialized: boolean
  connectingWallet: { id: string; name: string } | undefined
}

/** Combines the kit's and the modal's state into the public shape. */
export function toPublicState(state: State, modal: ModalState): PublicState {
  const connecting = state.connectors.find(({ id, namespace }) => {
    const connection = state.connections[namespace]
    const attempt = connection?.status === 'connected' ? connection.next : connection
    return (
      attempt && 'attempt' in attempt && attempt.connectorId === id && connection?.status !== 'reconnecting'
    )
  })
  return {
    loading: modal.loading || connecting !== undefined,
    open: modal.open,
    selectedNetworkId: getNetworkId(state),
    activeChain: state.activeNamespace,
    initialized: state.initialized,
    connectingWallet: connecting && { id: connecting.id, name: connecting.name },
  }
}
