import type { NamespaceId } from '@portico/protocol'
import type { ConnectorDetails } from '../connectors/connector.ts'
import { type ConnectMethod, type ConnectorGroup, defaultFeatures } from '../options.ts'
import { getConnected, getConnectorDetails } from '../selectors.ts'
import type { State } from '../state.ts'
import { findInstalled } from './findInstalled.ts'
import { isNamed } from './isNamed.ts'
import type { ListedWallet } from './ListedWallet.ts'
import { type InstalledWallet, mergeConnectors } from './mergeConnectors.ts'

export interface ConnectLayout {
  /** The ways to sign in, in the order they stand on Connect. */
  methods: readonly ConnectMethod[]
  /** The groups that have a wallet, or may get one, in order. */
  groups: readonly WalletGroup[]
  /** Whether a wallet can connect here without being fetched first. */
  hasInstalled: boolean
}

export interface WalletGroup {
  name: ConnectorGroup
  connectors: readonly InstalledWallet[]
  /** Wallets that are known without asking anybody, and not installed. */
  wallets: readonly ListedWallet[]
  /** How many wallets of the gateway's list have a place here. */
  places: number
}

/** What beside the state says which wallets there are. */
export interface WalletSources {
  customWallets?: readonly ListedWallet[] | undefined
  recentWallets?: readonly ListedWallet[] | undefined
  /** Whether there is a gateway with a list. */
  hasList?: boolean | undefined
  /** Only wallets that connect this family of chains. */
  namespace?: NamespaceId | undefined
}

/** With more than this many ways in, none is recommended. */
const enough = 4

/**
 * What Connect shows, in which order (specification §2): wallets first where one is installed, e-mail first where
 * none is; the groups as `connectorTypeOrder` says, those it leaves out after it. An application's
 * `connectMethodsOrder` overrides the first. Include and exclude lists hold for installed wallets too, by id, rdns or
 * explorer id: one that connects several families is meant by what any of its connectors is called.
 *
 * @example
 * connectLayout(kit.store.getState(), { customWallets: kit.options.customWallets, hasList: true }).groups
 */
export function connectLayout(state: State, sources: WalletSources = {}): ConnectLayout {
  const { features, featuredWalletIds = [], enableWallets } = state.settings
  const { customWallets = [], recentWallets = [], hasList = false, namespace } = sources
  const connectors = enableWallets
    ? mergeConnectors(state.connectors, namespace).filter((one) => isWanted(state, one))
    : []
  const find = ({ id, rdns }: Pick<ListedWallet, 'id' | 'rdns'>) =>
    connectors.find((connector) => isNamed(connector, [id, rdns]))
  const custom = customWallets.filter((wallet) => !find(wallet))
  // One that is here for another family only is no way in.
  const isElsewhere = (wallet: ListedWallet) =>
    namespace !== undefined && !findInstalled(state, wallet, namespace) && findInstalled(state, wallet)
  const recent = recentWallets
    .filter((wallet) => !isElsewhere(wallet))
    .map((wallet) => ({ wallet, connector: find(wallet) }))
  // A wallet of several families may have been used under more than one id.
  const recentConnectors = [...new Set(recent.flatMap(({ connector }) => connector ?? []))]
  const others = connectors.filter((connector) => !recentConnectors.includes(connector))
  const installed = connectors.filter(({ type }) => type !== 'WALLET_CONNECT' && type !== 'AUTH')
  const featured = hasList ? featuredWalletIds.filter((id) => !find({ id })).length : 0
  const taken =
    featured +
    custom.length +
    installed.length +
    (features.email ? 1 : 0) +
    (features.socials && features.socials.length > 0 ? 1 : 0)

  const isRemote =
    getConnected(state, namespace) && getConnectorDetails(state, namespace)?.type === 'WALLET_CONNECT'
  const of = (...types: readonly ConnectorDetails['type'][]) =>
    others.filter(({ type }) => types.includes(type))

  const members: Partial<Record<ConnectorGroup, Partial<WalletGroup>>> = {
    // Whoever is connected through it has no use for another code; who only looked at one may come back to it.
    // One row for all families: they are paired with together.
    walletConnect: { connectors: isRemote ? [] : of('WALLET_CONNECT').slice(0, 1) },
    recent: {
      connectors: recentConnectors,
      wallets: recent.flatMap(({ wallet, connector }) => (connector ? [] : wallet)),
    },
    injected: { connectors: [...of('ANNOUNCED', 'MULTI_CHAIN'), ...of('INJECTED')] },
    featured: { places: featured },
    custom: { wallets: custom },
    external: { connectors: of('EXTERNAL') },
    recommended: { places: hasList ? Math.max(0, enough - taken) : 0 },
  }
  const order = new Set([...features.connectorTypeOrder, ...defaultFeatures.connectorTypeOrder])
  const groups = [...order].map((name) => ({
    ...{ name, connectors: [], wallets: [], places: 0 },
    ...members[name],
  }))
  return {
    methods:
      features.connectMethodsOrder ??
      (installed.length > 0 ? ['wallet', 'email', 'social'] : ['email', 'social', 'wallet']),
    groups: groups.filter(
      ({ connectors, wallets, places }) => enableWallets && connectors.length + wallets.length + places > 0,
    ),
    hasInstalled: installed.length > 0,
  }
}

function isWanted({ settings }: State, connector: InstalledWallet): boolean {
  const { includeWalletIds = [], excludeWalletIds = [] } = settings
  // The way to any wallet is none itself.
  if (connector.type === 'WALLET_CONNECT') return true
  const isIncluded = includeWalletIds.length === 0 || isNamed(connector, includeWalletIds)
  return isIncluded && !isNamed(connector, excludeWalletIds)
}
