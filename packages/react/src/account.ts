import { type Account, getCaipAddress, getConnected, getConnectorDetails, type State } from '@portico/core'
import { type CaipAddress, type NamespaceId, parseCaipNetworkId } from '@portico/protocol'

export type AccountStatus = 'connected' | 'disconnected' | 'connecting' | 'reconnecting' | undefined

/** Services that visitors can log in with. */
export type SocialProvider = 'google' | 'x' | 'discord' | 'farcaster' | 'github' | 'apple' | 'facebook'

/** One account of a connected wallet. `chainId` is the CAIP-2 reference, such as `'1'`. */
export interface AccountEntry extends Account {
  namespace: NamespaceId
  caipAddress: CaipAddress
  chainId: string
  /** The derivation path. Undefined: wallets do not report it. */
  path?: string | undefined
}

/** Return value of `useAppKitAccount`. `status` is undefined until the stored state has been read. */
export interface AppKitAccount {
  allAccounts: AccountEntry[]
  caipAddress: CaipAddress | undefined
  address: string | undefined
  isConnected: boolean
  status: AccountStatus
  /**
   * Set only for an account of the embedded wallet. `user.accounts` lists its address once for each type that it can have on this
   * network, the one in use (`accountType`) first.
   */
  embeddedWalletInfo:
    | {
        user: { email: string | undefined; username: string | undefined; accounts: readonly Account[] }
        authProvider: 'email' | SocialProvider
        accountType: Account['type']
        isSmartAccountDeployed: boolean
      }
    | undefined
}

/** Returns the account of a namespace (default: the active one) as plain data. */
export function toAccount(state: State, namespace = state.activeNamespace): AppKitAccount {
  const connected = getConnected(state, namespace)
  const connection = state.connections[namespace]
  return {
    allAccounts: connected
      ? connected.accounts.map((account) => ({
          ...account,
          namespace,
          caipAddress: `${connected.networkId}:${account.address}`,
          chainId: parseCaipNetworkId(connected.networkId).reference,
        }))
      : [],
    caipAddress: getCaipAddress(state, namespace),
    address: connected?.address,
    isConnected: connected !== undefined,
    status: state.initialized ? (connection?.status ?? 'disconnected') : undefined,
    embeddedWalletInfo: toEmbeddedInfo(state, namespace),
  }
}

function toEmbeddedInfo(state: State, namespace: NamespaceId): AppKitAccount['embeddedWalletInfo'] {
  const connected = getConnected(state, namespace)
  if (!connected || getConnectorDetails(state, namespace)?.type !== 'AUTH') return undefined
  const accounts = state.embedded?.accounts?.[namespace] ?? connected.accounts
  return {
    user: { email: state.embedded?.email, username: state.embedded?.userName, accounts },
    authProvider: state.embedded?.social ?? 'email',
    accountType: accounts[0]?.type ?? 'eoa',
    isSmartAccountDeployed: !!state.embedded?.smartAccountDeployed && namespace === 'eip155',
  }
}

/** Name, icon and type of a connected wallet. */
export interface WalletInfo {
  name: string
  icon?: string | undefined
  type: string
  rdns?: string | undefined
  /** The e-mail address of the embedded wallet's user, or the name at the provider if there is none. */
  identifier?: string | undefined
  /** The provider its user logged in with; undefined after a login by e-mail. */
  social?: SocialProvider | undefined
}

/** Returns the wallet a namespace (default: the active one) is connected with. */
export function toWalletInfo(state: State, namespace = state.activeNamespace): WalletInfo | undefined {
  if (!getConnected(state, namespace)) return undefined
  const connector = getConnectorDetails(state, namespace)
  if (!connector) return undefined
  const { name, walletName = name, icon, walletIcon = icon, type, rdns } = connector
  const { email, userName, social } = state.embedded ?? {}
  return {
    name: walletName,
    icon: walletIcon,
    type,
    rdns,
    ...(type === 'AUTH' && { identifier: email ?? userName, social }),
  }
}
