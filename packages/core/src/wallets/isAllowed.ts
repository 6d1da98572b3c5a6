import type { ConnectorDetails } from '../connectors/connector.ts'
import type { State } from '../state.ts'
import { isNamed } from './isNamed.ts'
import type { InstalledWallet } from './mergeConnectors.ts'

/**
 * Returns whether `includeWalletIds` and `excludeWalletIds` allow a wallet, or one of its connectors.
 */
export function isAllowed({ settings }: State, connector: ConnectorDetails | InstalledWallet): boolean {
  const { includeWalletIds = [], excludeWalletIds = [] } = settings
  // Not a wallet, but the way to any wallet.
  if (connector.type === 'WALLET_CONNECT') return true
  const isIncluded = includeWalletIds.length === 0 || isNamed(connector, includeWalletIds)
  return isIncluded && !isNamed(connector, excludeWalletIds)
}
