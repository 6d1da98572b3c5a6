import type { ConnectorDetails } from '../connectors/connector.ts'
import type { State } from '../state.ts'
import { isNamed } from './isNamed.ts'
import type { InstalledWallet } from './mergeConnectors.ts'

/**
 * Returns whether `includeWalletIds`, `excludeWalletIds`, `enableCoinbase` and `enableBaseAccount` allow a wallet, or one
 * of its connectors.
 */
export function isAllowed({ settings }: State, connector: ConnectorDetails | InstalledWallet): boolean {
  const { includeWalletIds = [], excludeWalletIds = [], enableCoinbase, enableBaseAccount } = settings
  // Not a wallet, but the way to any wallet.
  if (connector.type === 'WALLET_CONNECT') return true
  const isIncluded = includeWalletIds.length === 0 || isNamed(connector, includeWalletIds)
  const vendors = [enableCoinbase || 'com.coinbase.wallet', enableBaseAccount || 'app.base.account']
  return isIncluded && !isNamed(connector, [...excludeWalletIds, ...vendors])
}
