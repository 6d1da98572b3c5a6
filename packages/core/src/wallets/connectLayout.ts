import type { ConnectorDetails } from '../connectors/connector.ts'
import type { ConnectMethod } from '../options.ts'
import type { State } from '../state.ts'

export interface ConnectLayout {
  /** The ways to sign in, in the order they stand on Connect. */
  methods: readonly ConnectMethod[]
  /** The wallets of the page, in order: announced ones first, then the legacy global. */
  wallets: readonly ConnectorDetails[]
}

/**
 * What Connect shows, in which order (specification §2): wallets first where one is installed, e-mail first where
 * none is; an application's `connectMethodsOrder` overrides both. Include and exclude lists hold for installed
 * wallets too, by id, rdns or explorer id.
 */
export function connectLayout(state: State): ConnectLayout {
  const { settings } = state
  const { includeWalletIds, excludeWalletIds, features } = settings
  const names = (wallet: ConnectorDetails) => [wallet.id, wallet.rdns, wallet.explorerId]
  const isIn = (list: readonly string[], wallet: ConnectorDetails) =>
    names(wallet).some((name) => name !== undefined && list.includes(name))
  const wallets = settings.enableWallets
    ? state.connectors
        .filter((wallet) => !includeWalletIds?.length || isIn(includeWalletIds, wallet))
        .filter((wallet) => !excludeWalletIds?.length || !isIn(excludeWalletIds, wallet))
        .toSorted((a, b) => rank(a) - rank(b))
    : []
  const order: readonly ConnectMethod[] =
    features.connectMethodsOrder ??
    (wallets.length > 0 ? ['wallet', 'email', 'social'] : ['email', 'social', 'wallet'])
  return { methods: order, wallets }
}

function rank({ type }: ConnectorDetails): number {
  return type === 'INJECTED' ? 1 : 0
}
