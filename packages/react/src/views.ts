import { getConnected, type Kit, type WalletFeature } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import type { View } from './modal/router.ts'
import { walletFeatures } from './modal/views/account/walletFeatures.ts'
import { isPairingPrepared } from './walletConnect/openPreparedWallet.ts'

/** Views that `open` accepts, with AppKit's names. */
export type PublicView =
  | 'Connect'
  | 'AllWallets'
  | 'Account'
  | 'AccountSettings'
  | 'SmartAccountSettings'
  | 'Networks'
  | 'WhatIsAWallet'
  | 'WhatIsANetwork'
  | 'WalletReceive'
  | 'WalletSend'
  | 'WalletSendSelectToken'
  | 'WalletSendPreview'
  | 'WalletSendConfirmed'
  | 'OnRampProviders'
  | 'OnRampTokenSelect'
  | 'OnRampFiatSelect'
  | 'OnRampActivity'
  | 'WhatIsABuy'
  | 'FundWallet'
  | 'Swap'
  | 'SwapSelectToken'
  | 'SwapPreview'
  | 'WalletCompatibleNetworks'
  | 'UnsupportedChain'
  | 'SIWXSignMessage'
  | 'ProfileWallets'
  | 'ApproveTransaction'
  | 'ConnectingWalletConnectBasic'
  | 'ConnectSocials'

const views = {
  Connect: { name: 'connect' },
  AllWallets: { name: 'all-wallets' },
  Account: { name: 'account' },
  AccountSettings: { name: 'account-settings' },
  SmartAccountSettings: { name: 'smart-account-settings' },
  Networks: { name: 'networks' },
  WhatIsAWallet: { name: 'what-is-a-wallet' },
  WhatIsANetwork: { name: 'what-is-a-network' },
  WalletReceive: { name: 'receive' },
  WalletCompatibleNetworks: { name: 'compatible-networks' },
  WalletSend: { name: 'send' },
  WalletSendSelectToken: { name: 'send-token' },
  // Without an amount and a recipient the form is shown.
  WalletSendPreview: { name: 'send-preview' },
  // The progress of the last payment of this visit; without one, the form.
  WalletSendConfirmed: { name: 'send' },
  OnRampProviders: { name: 'buy' },
  OnRampTokenSelect: { name: 'buy-token' },
  OnRampFiatSelect: { name: 'buy-currency' },
  OnRampActivity: { name: 'buy-activity' },
  WhatIsABuy: { name: 'what-is-buying' },
  FundWallet: { name: 'fund' },
  Swap: { name: 'swap' },
  SwapSelectToken: { name: 'swap-token', side: 'from' },
  // Without two tokens and an amount the form is shown.
  SwapPreview: { name: 'swap-preview' },
  UnsupportedChain: { name: 'unsupported-chain' },
  SIWXSignMessage: { name: 'sign-message' },
  ProfileWallets: { name: 'profile-wallets' },
  // A pending request is shown whatever view is asked for; without one there is nothing to approve.
  ApproveTransaction: undefined,
  ConnectingWalletConnectBasic: { name: 'connecting-wallet-connect-basic' },
  ConnectSocials: { name: 'connect-socials' },
} satisfies Record<PublicView, View | undefined>

const sendViews: readonly PublicView[] = [
  'WalletSend',
  'WalletSendSelectToken',
  'WalletSendPreview',
  'WalletSendConfirmed',
]

const buyViews: readonly PublicView[] = [
  'OnRampProviders',
  'OnRampTokenSelect',
  'OnRampFiatSelect',
  'OnRampActivity',
]
const swapViews: readonly PublicView[] = ['Swap', 'SwapSelectToken', 'SwapPreview']

/** Views that need a connected account; without one, Connect opens instead. */
const connectedViews: readonly PublicView[] = [
  'Account',
  'AccountSettings',
  'SmartAccountSettings',
  'WalletReceive',
  ...sendViews,
  ...buyViews,
  'FundWallet',
  ...swapViews,
  'WalletCompatibleNetworks',
  'UnsupportedChain',
  'SIWXSignMessage',
  'ProfileWallets',
]

/**
 * Returns the view for a public name, or undefined for an unknown name and for a view that the options turn off. With a `namespace` that
 * is not connected, returns Connect limited to the wallets of that namespace.
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
  const state = kit.store.getState()
  const { enableNetworkSwitch, enableWallets, features } = state.settings
  if (view === 'Networks' && !enableNetworkSwitch) return undefined
  // Reached only through `requiredView`; otherwise it would be a second list of networks.
  if (view === 'UnsupportedChain' && !enableNetworkSwitch) return undefined
  if (view === 'AllWallets' && (!enableWallets || !features.allWallets || kit.options.allWallets === 'HIDE'))
    return connect
  if ((view === 'WalletReceive' || view === 'WalletCompatibleNetworks') && !features.receive) return undefined
  const isOn = (feature: WalletFeature) => walletFeatures(kit, state).some(({ id }) => id === feature)
  if (buyViews.includes(view) && isConnected && !isOn('onramp')) return undefined
  if (sendViews.includes(view) && isConnected) {
    if (!isOn('send')) return undefined
    const last = state.money?.pending.find(({ swap }) => swap === undefined)
    if (view === 'WalletSendConfirmed' && last) return { name: 'send-confirmed', id: last.id }
  }
  if (swapViews.includes(view) && isConnected && !isOn('swaps')) return undefined
  const canPair = kit.options.walletConnect !== undefined || isPairingPrepared(kit)
  if (view === 'ConnectingWalletConnectBasic' && !canPair) return connect
  return view === 'Connect' || (connectedViews.includes(view) && !isConnected) ? connect : views[view]
}
