import type { WalletConnect } from '@portico/walletconnect'
import type { KitScope } from '../kit/KitContext.ts'
import { isWalletConnectOnly } from './isWalletConnectOnly.ts'
import { startWalletConnect } from './startWalletConnect.ts'

/**
 * Starts WalletConnect, after what it needs in an application without adapters.
 *
 * @returns undefined if the application configures no relay
 */
export async function prepareWalletConnect(scope: KitScope): Promise<WalletConnect | undefined> {
  // Lazy-loaded: most applications have adapters.
  if (isWalletConnectOnly(scope.kit))
    (await import('./addUniversalNamespaces.ts')).addUniversalNamespaces(scope.kit)
  return startWalletConnect(scope)
}
