import type { KitScope } from '../kit/KitContext.ts'
import { loadModal } from '../modal/loadModal.ts'
import { loadWalletConnect } from '../walletConnect/loadWalletConnect.ts'

/**
 * Loads WalletConnect or the embedded wallet if one of the wallets to reconnect beside the active one needs it. Returns
 * the function that stops watching for such wallets.
 */
export function loadOtherConnectors(scope: KitScope): () => void {
  const { store } = scope.kit
  const load = () => {
    for (const [connectorId, loadConnector] of Object.entries(loaders)) {
      const isWanted = Object.values(store.getState().otherConnections ?? {}).some((others) =>
        others?.some((other) => other.status === 'reconnecting' && other.connectorId === connectorId),
      )
      // A wallet whose code cannot be loaded is listed as disconnected.
      if (isWanted) loadConnector(scope).catch(() => {})
    }
  }
  const unsubscribe = store.subscribe((state, before) => {
    if (state.otherConnections !== before.otherConnections) load()
  })
  load()
  return unsubscribe
}

const loaders: Record<string, (scope: KitScope) => Promise<unknown>> = {
  walletConnect: loadWalletConnect,
  ID_AUTH: async (scope) => {
    // The embedded wallet's iframe is inside the modal's dialog.
    await loadModal(scope)
    return (await import('../embedded/startEmbeddedWallet.ts')).startEmbeddedWallet(scope)
  },
}
