import type { KitScope } from './kit/KitContext.ts'
import { loadModal } from './modal/loadModal.ts'
import { loadWalletConnect } from './walletConnect/loadWalletConnect.ts'

/** Loads the connectors of stored connections whose code is otherwise loaded on first use. */
export function startRestored(scope: KitScope): void {
  if (isRestored(scope, 'ID_AUTH')) {
    // The embedded wallet's iframe is inside the modal's dialog.
    loadModal(scope).catch(() => {})
    import('./embedded/startEmbeddedWallet.ts').then(
      (file) => file.startEmbeddedWallet(scope),
      () => {},
    )
  }
  // Opening the modal tries again.
  if (isRestored(scope, 'walletConnect')) void loadWalletConnect(scope)
}

function isRestored({ kit }: KitScope, connectorId: string): boolean {
  return Object.values(kit.store.getState().connections).some(
    (connection) => connection?.status === 'reconnecting' && connection.connectorId === connectorId,
  )
}
