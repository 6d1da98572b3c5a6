import type { NamespaceId } from '@portico/protocol'
import type { ConnectorDetails } from '../connectors/connector.ts'
import { authConnectorId } from '../embedded/authConnectorId.ts'
import { type ConnectMethod, type ConnectorGroup, defaultFeatures } from '../options.ts'
import { getConnected, getConnectorDetails } from '../selectors.ts'
import type { State } from '../state.ts'
import { connectMethods, isInstalled } from './connectMethods.ts'
import { findInstalled } from './findInstalled.ts'
import { isAllowed } from './isAllowed.ts'
import { isNamed } from './isNamed.ts'
import type { ListedWallet } from './ListedWallet.ts'
import { type InstalledWallet, mergeConnectors } from './mergeConnectors.ts'

export interface ConnectLayout {
  /** The sections of Connect, in order. */
  methods: readonly ConnectMethod[]
  /** The groups that have a wallet, or reserve space for wallets of the gateway's list, in order. */
  groups: readonly WalletGroup[]
  /** Whether a wallet is installed in this browser. */
  hasInstalled: boolean
}

export interface WalletGroup {
  name: ConnectorGroup
  connectors: readonly InstalledWallet[]
  /** Wallets that are not installed and need no request to the gateway. */
  wallets: readonly ListedWallet[]
  /** The number of wallets of the gateway's list to show in this group. */
  places: number
}

/** The wallets that are not part of the state. */
export interface WalletSources {
  customWallets?: readonly ListedWallet[] | undefined
  recentWallets?: readonly ListedWallet[] | undefined
  /** The connector that was connected last. Its wallet is the first of the installed ones. */
  lastConnectorId?: string | undefined
  /** Whether there is a gateway with a wallet list. */
  hasList?: boolean | undefined
  /** Restricts the layout to wallets that support this namespace. */
  namespace?: NamespaceId | undefined
}

/** Recommended wallets fill the list up to this number of entries. */
const recommendedUpTo = 4

/**
 * Returns what Connect shows, in order. Sections: `connectMethodsOrder`, or by default wallets first if one is
 * installed and e-mail first otherwise, or if the last login was by e-mail. Groups: `connectorTypeOrder`, followed by the groups it leaves out.
 * `includeWalletIds` and `excludeWalletIds` apply to installed wallets too, by ID, rdns or explorer ID of any of
 * their connectors.
 *
 * @example
 * connectLayout(kit.store.getState(), { customWallets: kit.options.customWallets, hasList: true }).groups
 */
export function connectLayout(state: State, sources: WalletSources = {}): ConnectLayout {
  const { features, featuredWalletIds = [], enableWallets } = state.settings
  const { customWallets = [], recentWallets = [], lastConnectorId, hasList = false, namespace } = sources
  const connectors = enableWallets
    ? mergeConnectors(state.connectors, namespace).filter((wallet) => isAllowed(state, wallet))
    : []
  const find = ({ id, rdns }: Pick<ListedWallet, 'id' | 'rdns'>) =>
    connectors.find((connector) => isNamed(connector, [id, rdns]))
  const custom = customWallets.filter((wallet) => !find(wallet))
  // Installed, but for other namespaces only.
  const lacksNamespace = (wallet: ListedWallet) =>
    namespace !== undefined && !findInstalled(state, wallet, namespace) && findInstalled(state, wallet)
  const recent = recentWallets
    .filter((wallet) => !lacksNamespace(wallet))
    .map((wallet) => ({ wallet, connector: find(wallet) }))
  // A wallet of several namespaces may have been used under more than one ID.
  const recentConnectors = [...new Set(recent.flatMap(({ connector }) => connector ?? []))]
  const others = connectors.filter((connector) => !recentConnectors.includes(connector))
  const installed = connectors.filter(isInstalled)
  const featured = hasList ? featuredWalletIds.filter((id) => !find({ id })).length : 0
  const taken =
    featured +
    custom.length +
    installed.length +
    (features.email ? 1 : 0) +
    (features.socials && features.socials.length > 0 ? 1 : 0)

  const isRemote =
    getConnected(state, namespace) && getConnectorDetails(state, namespace)?.type === 'WALLET_CONNECT'
  const ofType = (...types: readonly ConnectorDetails['type'][]) =>
    others.filter(({ type }) => types.includes(type))

  const members: Partial<Record<ConnectorGroup, Partial<WalletGroup>>> = {
    // One row for all namespaces, because one pairing connects them all. Hidden once connected through it.
    walletConnect: { connectors: isRemote ? [] : ofType('WALLET_CONNECT').slice(0, 1) },
    recent: {
      connectors: recentConnectors,
      wallets: recent.flatMap(({ wallet, connector }) => (connector ? [] : wallet)),
    },
    injected: {
      connectors: [...ofType('ANNOUNCED', 'MULTI_CHAIN'), ...ofType('INJECTED')].toSorted(
        (a, b) => Number(isNamed(b, [lastConnectorId])) - Number(isNamed(a, [lastConnectorId])),
      ),
    },
    featured: { places: featured },
    custom: { wallets: custom },
    external: { connectors: ofType('EXTERNAL') },
    recommended: { places: hasList ? Math.max(0, recommendedUpTo - taken) : 0 },
  }
  const order = new Set([...features.connectorTypeOrder, ...defaultFeatures.connectorTypeOrder])
  const groups = [...order].map((name) => ({
    ...{ name, connectors: [], wallets: [], places: 0 },
    ...members[name],
  }))
  return {
    // After a login by e-mail the sections have the order of a browser without installed wallets: e-mail first.
    methods: connectMethods(state, lastConnectorId === authConnectorId ? [] : connectors),
    groups: groups.filter(
      ({ connectors, wallets, places }) => enableWallets && connectors.length + wallets.length + places > 0,
    ),
    hasInstalled: installed.length > 0,
  }
}
