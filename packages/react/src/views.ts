import { getConnected, type Kit } from '@portico/core'
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
} satisfies Record<PublicView, View>

/** Views that need a connected account: without one, Connect comes first. */
const connectedViews: readonly PublicView[] = [
  'Account',
  'AccountSettings',
  'WalletReceive',
  'UnsupportedChain',
  'SIWXSignMessage',
]

/** Our view for a public name; undefined for a name this release does not have. */
export function toView(kit: Kit, name: string | undefined): View | undefined {
  if (name === undefined || !Object.hasOwn(views, name)) return undefined
  const view = name as PublicView
  const isConnected = getConnected(kit.store.getState()) !== undefined
  return connectedViews.includes(view) && !isConnected ? views.Connect : views[view]
}
