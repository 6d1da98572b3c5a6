import type { ComponentType } from 'react'
import { withConsent } from '../parts/withConsent.tsx'
import type { View, ViewName } from '../router.ts'
import type { MoneyView } from './money/MoneyView.ts'

const views = {
  account: async () => (await import('./account/AccountView.tsx')).AccountView,
  'account-settings': async () =>
    (await import('./account-settings/AccountSettingsView.tsx')).AccountSettingsView,
  'all-wallets': async () => withConsent((await import('./all-wallets/AllWalletsView.tsx')).AllWalletsView),
  'approve-transaction': async () =>
    (await import('./approve-transaction/ApproveTransactionView.tsx')).ApproveTransactionView,
  'compatible-networks': async () =>
    (await import('./compatible-networks/CompatibleNetworksView.tsx')).CompatibleNetworksView,
  'connect-socials': async () =>
    withConsent((await import('./connect-socials/ConnectSocialsView.tsx')).ConnectSocialsView),
  'connecting-farcaster': async () =>
    withConsent((await import('./connecting-farcaster/ConnectingFarcasterView.tsx')).ConnectingFarcasterView),
  'connecting-social': async () =>
    withConsent((await import('./connecting-social/ConnectingSocialView.tsx')).ConnectingSocialView),
  'connecting-external': async () =>
    withConsent((await import('./connecting-external/ConnectingExternalView.tsx')).ConnectingExternalView),
  'connecting-multi-chain': async () =>
    withConsent(
      (await import('./connecting-multi-chain/ConnectingMultiChainView.tsx')).ConnectingMultiChainView,
    ),
  'email-code': async () => (await import('./email-code/EmailCodeView.tsx')).EmailCodeView,
  'email-device': async () => (await import('./email-device/EmailDeviceView.tsx')).EmailDeviceView,
  'get-wallet': async () => (await import('./get-wallet/GetWalletView.tsx')).GetWalletView,
  'connecting-wallet-connect': async () =>
    withConsent(
      (await import('./connecting-wallet-connect/ConnectingWalletConnectView.tsx'))
        .ConnectingWalletConnectView,
    ),
  'connecting-wallet-connect-basic': async () =>
    withConsent(
      (await import('./connecting-wallet-connect/ConnectingWalletConnectBasicView.tsx'))
        .ConnectingWalletConnectBasicView,
    ),
  networks: async () => (await import('./networks/NetworksView.tsx')).NetworksView,
  'open-wallet': async () => (await import('./open-wallet/OpenWalletView.tsx')).OpenWalletView,
  'profile-wallets': async () =>
    (await import('./profile-wallets/ProfileWalletsView.tsx')).ProfileWalletsView,
  receive: async () => (await import('./receive/ReceiveView.tsx')).ReceiveView,
  'register-name': async () => (await import('./register-name/RegisterNameView.tsx')).RegisterNameView,
  'register-name-success': async () =>
    (await import('./register-name-success/RegisterNameSuccessView.tsx')).RegisterNameSuccessView,
  'sign-message': async () => (await import('./sign-message/SignMessageView.tsx')).SignMessageView,
  'smart-account-settings': async () =>
    (await import('./smart-account-settings/index.ts')).loadSmartAccountSettings(),
  'switch-active-chain': async () =>
    (await import('./switch-active-chain/SwitchActiveChainView.tsx')).SwitchActiveChainView,
  'switch-network': async () => (await import('./switch-network/SwitchNetworkView.tsx')).SwitchNetworkView,
  'unsupported-chain': async () =>
    (await import('./unsupported-chain/UnsupportedChainView.tsx')).UnsupportedChainView,
  'update-email': async () => (await import('./update-email/UpdateEmailView.tsx')).UpdateEmailView,
  'update-email-code': async () =>
    (await import('./update-email-code/UpdateEmailCodeView.tsx')).UpdateEmailCodeView,
  'what-is-a-network': async () =>
    (await import('./what-is-a-network/WhatIsANetworkView.tsx')).WhatIsANetworkView,
  'what-is-a-wallet': async () =>
    (await import('./what-is-a-wallet/WhatIsAWalletView.tsx')).WhatIsAWalletView,
} satisfies Record<Exclude<ViewName, 'connect' | MoneyView['name']>, () => Promise<ViewComponent>>

type ViewComponent = ComponentType<{ view: View }>

/**
 * Loads any view of the modal but Connect, which is bundled with it. This table is loaded after the modal has opened, and that of
 * the views that move money with the first of them.
 */
export async function importView(name: Exclude<ViewName, 'connect'>): Promise<ViewComponent> {
  const load = (views as Partial<Record<ViewName, () => Promise<ViewComponent>>>)[name]
  return load?.() ?? (await import('./money/index.ts')).importMoneyView(name as MoneyView['name'])
}

/** Loads what `open` does with `arguments`. */
export const importArguments = () => import('../arguments/openWithArguments.ts')

/** The sections of Connect that only applications with an embedded wallet need. */
export const sections = {
  email: async () => (await import('./connect/EmailSection.tsx')).EmailSection,
  social: async () => (await import('./connect/SocialSection.tsx')).SocialSection,
}
