import type { KitScope } from './kit/KitContext.ts'
import { loadModal } from './modal/loadModal.ts'

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
  if (isRestored(scope, 'walletConnect')) {
    import('./walletConnect/loadWalletConnect.ts').then(
      (file) => file.loadWalletConnect(scope),
      // Opening the modal tries again.
      () => {},
    )
  }
}

function isRestored({ kit }: KitScope, connectorId: string): boolean {
  return Object.values(kit.store.getState().connections).some(
    (connection) => connection?.status === 'reconnecting' && connection.connectorId === connectorId,
  )
}
