import type { ConnectorDetails } from '../connectors/connector.ts'
import type { ConnectMethod } from '../options.ts'
import type { State } from '../state.ts'

/**
 * Returns the sections of Connect, in order: `connectMethodsOrder`, or by default wallets first if one is installed and
 * e-mail first otherwise.
 *
 * @param connectors The wallets that are installed. Default: also those that `excludeWalletIds` hides.
 */
export function connectMethods(
  { settings, ...state }: State,
  connectors: readonly ConnectorDetails[] = state.connectors,
): readonly ConnectMethod[] {
  const { features, enableWallets } = settings
  return (
    features.connectMethodsOrder ??
    (enableWallets && connectors.some(isInstalled)
      ? ['wallet', 'email', 'social']
      : ['email', 'social', 'wallet'])
  )
}

/** Returns whether a connector is a wallet of this browser, rather than a way to a remote one. */
export function isInstalled({ type }: Pick<ConnectorDetails, 'type'>): boolean {
  return type !== 'WALLET_CONNECT' && type !== 'AUTH'
}
