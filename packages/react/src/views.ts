import { getConnected, type Kit } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import type { View } from './modal/router.ts'

/** The views applications may open, under AppKit's names. */
export type PublicView =
  | 'Connect'
  | 'AllWallets'
  | 'Account'
  | 'AccountSettings'
  | 'Networks'
  | 'WhatIsAWallet'
  | 'WalletReceive'
  | 'UnsupportedChain'
  | 'SIWXSignMessage'
  | 'ProfileWallets'

const views = {
  Connect: { name: 'connect' },
  AllWallets: { name: 'all-wallets' },
  Account: { name: 'account' },
  AccountSettings: { name: 'account-settings' },
  Networks: { name: 'networks' },
  WhatIsAWallet: { name: 'what-is-a-wallet' },
  WalletReceive: { name: 'receive' },
  UnsupportedChain: { name: 'unsupported-chain' },
  SIWXSignMessage: { name: 'sign-message' },
  ProfileWallets: { name: 'profile-wallets' },
} satisfies Record<PublicView, View>

/** Views that need a connected account: without one, Connect comes first. */
const connectedViews: readonly PublicView[] = [
  'Account',
  'AccountSettings',
  'WalletReceive',
  'UnsupportedChain',
  'SIWXSignMessage',
  'ProfileWallets',
]

/**
 * Our view for a public name; undefined for a name this release does not have. With a `namespace` it is about that family:
 * Connect lists its wallets alone, and comes first where none of it is connected.
 */
export function toView(
  kit: Kit,
  name: string | undefined,
  namespace?: NamespaceId | undefined,
): View | undefined {
  const isConnected = getConnected(kit.store.getState(), namespace) !== undefined
  const connect: View = { name: 'connect', namespace }
  if (name === undefined || !Object.hasOwn(views, name)) {
    return namespace && !isConnected ? connect : undefined
  }
  const view = name as PublicView
  return view === 'Connect' || (connectedViews.includes(view) && !isConnected) ? connect : views[view]
}
