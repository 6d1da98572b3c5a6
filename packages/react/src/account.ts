import { type Account, getCaipAddress, getConnected, getConnectorDetails, type State } from '@portico/core'
import { type NamespaceId, parseCaipNetworkId } from '@portico/protocol'

export type AccountStatus = 'connected' | 'disconnected' | 'connecting' | 'reconnecting' | undefined

/** One account, as AppKit's hooks give it. */
export interface AccountEntry extends Account {
  namespace: NamespaceId
  caipAddress: string
  chainId: string
}

/** What `useAppKitAccount` returns. `status` is undefined until the stored state has been read. */
export interface AppKitAccount {
  allAccounts: readonly AccountEntry[]
  caipAddress: string | undefined
  address: string | undefined
  isConnected: boolean
  status: AccountStatus
  /** Of an account of the embedded wallet; undefined for any other. */
  embeddedWalletInfo:
    | {
        user: { email: string | undefined; username: string | undefined; accounts: readonly Account[] }
        authProvider: 'email'
        accountType: Account['type']
        isSmartAccountDeployed: boolean
      }
    | undefined
}

/** The account of a namespace (default: the active one) as plain data. */
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
  const account = connected.accounts.find(({ address }) => address === connected.address)
  return {
    user: { email: state.embedded?.email, username: undefined, accounts: connected.accounts },
    authProvider: 'email',
    accountType: account?.type ?? 'eoa',
    isSmartAccountDeployed: false,
  }
}

/** What `useWalletInfo` returns. */
export interface WalletInfo {
  name: string
  icon?: string | undefined
  type: string
  rdns?: string | undefined
  /** Of the embedded wallet: the address that logged in. */
  identifier?: string | undefined
}

export function toWalletInfo(state: State, namespace = state.activeNamespace): WalletInfo | undefined {
  if (!getConnected(state, namespace)) return undefined
  const connector = getConnectorDetails(state, namespace)
  if (!connector) return undefined
  const { name, walletName = name, icon, type, rdns } = connector
  const identifier = type === 'AUTH' ? state.embedded?.email : undefined
  return { name: walletName, icon, type, rdns, ...(identifier === undefined ? {} : { identifier }) }
}
