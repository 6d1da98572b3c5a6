import type { ConnectorDetails } from '../connectors/connector.ts'
import type { ConnectMethod } from '../options.ts'
import type { State } from '../state.ts'
import { isAllowed } from './isAllowed.ts'

/**
 * Returns the sections of Connect, in order: `connectMethodsOrder`, or by default wallets first if one is installed and
 * e-mail first otherwise.
 *
 * @param connectors The wallets that Connect lists. Default: all that `includeWalletIds` and `excludeWalletIds` allow.
 */
export function connectMethods(
  state: State,
  connectors: readonly ConnectorDetails[] = state.connectors.filter((connector) =>
    isAllowed(state, connector),
  ),
): readonly ConnectMethod[] {
  const { features, enableWallets } = state.settings
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
