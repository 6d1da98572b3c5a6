import type { KitScope } from './kit/KitContext.ts'
import { hasLoginResult } from './modal/hasLoginResult.ts'
import { loadModal } from './modal/loadModal.ts'
import { loadWalletConnect } from './walletConnect/loadWalletConnect.ts'

/**
 * Loads the connectors of stored connections whose code is otherwise loaded on first use, and goes on with a login for which the tab
 * went to a provider.
 */
export function startRestored(scope: KitScope): void {
  if (hasLoginResult())
    import('./social/resumeSocial.ts').then(
      (file) => file.resumeSocial(scope),
      (error: unknown) => scope.kit.logger.error('Failed to load the code of social logins.', error),
    )
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
