import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Which files the browser packages are published as, in the order in which a page loads them.
 *
 * Each row names a file and the source files that are imported lazily from it, as `<package>/src/<path>`. A source file that
 * several rows need is in the file of the first of them, so a row should come after those that are always loaded before it; unless
 * two or more rows (`atLeast`) need it that are listed in the `among` of an earlier row, whose file then has it. A bundler
 * makes one file of the application of each of these, because it puts what two lazy parts share into a file of its own: with
 * one published file per source file, that were more than a hundred.
 */
export const chunkTable = [
  // What the page has at first: everything that these entries import statically.
  {
    name: 'page',
    roots: [
      'react/src/index.ts',
      'evm/src/index.ts',
      'solana/src/index.ts',
      'bitcoin/src/index.ts',
      'siwx/src/session/DefaultSIWX.ts',
    ],
  },
  // The modal with Connect.
  { name: 'react/modal', roots: ['react/src/modal/Modal.tsx'] },
  // Adapters throw these without the code of connecting.
  { name: 'core/errors', roots: ['core/src/connectErrors.ts'] },
  // Connecting, signing in, and what a page loads to restore a connection.
  {
    name: 'core/connect',
    roots: [
      'core/src/actions/followOtherTab.ts',
      'core/src/actions/reconnect.ts',
      'core/src/connectors/dispatchConnection.ts',
      // So small that it would be added to this file anyway, but without what it imports.
      'core/src/pollUntil.ts',
      'core/src/signIn/failSignIn.ts',
      'core/src/signIn/recheckSession.ts',
      'core/src/signIn/watchSignIn.ts',
    ],
  },
  {
    name: 'react/connect',
    roots: [
      'core/src/actions/connect.ts',
      'react/src/buttons/AccountButton.tsx',
      'react/src/data/observeIdentity.ts',
      'react/src/data/observeShownBalance.ts',
      'react/src/methods/createLazyMethods.ts',
      'react/src/methods/disconnectConnector.ts',
      'react/src/modal/arguments/openWithArguments.ts',
      'react/src/modal/effects.ts',
      'react/src/modal/parts/AlertMessage.tsx',
      'react/src/modal/styles/views.css.js',
      'react/src/modal/views/connecting-external/ConnectingExternalView.tsx',
      'react/src/modal/views/connecting-multi-chain/ConnectingMultiChainView.tsx',
      'react/src/modal/views/index.ts',
      'react/src/modal/views/sign-message/SignMessageView.tsx',
      'react/src/viewResources.ts',
      'react/src/views.ts',
    ],
  },
  // Where there is a wallet in window.ethereum.
  { name: 'evm/legacy', roots: ['evm/src/discovery/listLegacyWallets.ts'] },
  {
    name: 'evm/connect',
    roots: [
      'evm/src/assets/getWalletBalances.ts',
      'evm/src/connector/createConnector.ts',
      'evm/src/lazyParts.ts',
    ],
  },
  { name: 'solana/connect', roots: ['solana/src/connector/createConnector.ts', 'solana/src/lazyParts.ts'] },
  { name: 'bitcoin/connect', roots: ['bitcoin/src/connector/createConnector.ts'] },
  {
    name: 'siwx/signIn',
    roots: [
      'siwx/src/session/createSignIn.ts',
      'siwx/src/session/readSessionToken.ts',
      'siwx/src/message/eip155Codec.ts',
    ],
  },
  // What several of these need, none of which is always loaded before the others.
  {
    name: 'react/shared',
    roots: [],
    among: ['react/account', 'react/wallets', 'react/embedded', 'react/buySteps'],
  },
  // The account, its lists and its settings.
  { name: 'core/account', roots: ['core/src/data/followAccounts.ts'] },
  {
    name: 'react/account',
    roots: [
      'react/src/connections/connectionMethods.ts',
      'react/src/connections/watchConnections.ts',
      'react/src/data/accountData.ts',
      'react/src/data/fetchShownBalance.ts',
      'react/src/data/gatewayData.ts',
      'react/src/features/lazyFeatures.ts',
      'react/src/modal/views/account-settings/AccountSettingsView.tsx',
      'react/src/modal/views/account/AccountView.tsx',
      'react/src/modal/views/compatible-networks/CompatibleNetworksView.tsx',
      'react/src/modal/views/networks/NetworksView.tsx',
      'react/src/modal/views/profile-wallets/ProfileWalletsView.tsx',
      'react/src/modal/views/receive/ReceiveView.tsx',
      'react/src/modal/views/switch-active-chain/SwitchActiveChainView.tsx',
      'react/src/modal/views/switch-network/SwitchNetworkView.tsx',
      'react/src/modal/views/unsupported-chain/UnsupportedChainView.tsx',
    ],
  },
  // The wallet list, and wallets on other devices.
  {
    name: 'react/wallets',
    roots: [
      'react/src/headless/headlessMethods.ts',
      'react/src/modal/views/all-wallets/AllWalletsView.tsx',
      'react/src/modal/views/connect/ListedWallets.tsx',
      'react/src/modal/views/connecting-wallet-connect/ConnectingWalletConnectBasicView.tsx',
      'react/src/modal/views/connecting-wallet-connect/ConnectingWalletConnectView.tsx',
      'react/src/modal/views/get-wallet/GetWalletView.tsx',
      'react/src/modal/views/open-wallet/OpenWalletView.tsx',
      'react/src/modal/views/what-is-a-network/WhatIsANetworkView.tsx',
      'react/src/modal/views/what-is-a-wallet/WhatIsAWalletView.tsx',
      'react/src/walletButton/connectByName.ts',
      'react/src/walletConnect/addUniversalNamespaces.ts',
      'react/src/walletConnect/pairing.ts',
      'react/src/walletConnect/prepareWalletConnect.ts',
      'react/src/walletConnect/syncWallet.ts',
      'react/src/walletConnect/universalAssets.ts',
    ],
  },
  // What providers of other kits need at once, and WalletConnect's client and the embedded wallet later.
  { name: 'protocol/provider', roots: ['protocol/src/methods.ts', 'protocol/src/rpc/ProviderRpcError.ts'] },
  { name: 'walletconnect/client', roots: ['walletconnect/src/connector/createConnectorRegistry.ts'] },
  { name: 'walletconnect/oneClick', roots: ['walletconnect/src/auth/oneClick.ts'] },
  { name: 'protocol/curves', roots: ['protocol/src/walletconnect/nobleCurves.ts'] },
  // The embedded wallet, its login, settings and names.
  {
    name: 'react/embedded',
    roots: [
      'react/src/embedded/startEmbeddedWallet.ts',
      'react/src/modal/views/approve-transaction/ApproveTransactionView.tsx',
      'react/src/modal/views/connect-socials/ConnectSocialsView.tsx',
      'react/src/modal/views/connect/EmailSection.tsx',
      'react/src/modal/views/connect/SocialSection.tsx',
      'react/src/modal/views/connecting-farcaster/ConnectingFarcasterView.tsx',
      'react/src/modal/views/connecting-social/ConnectingSocialView.tsx',
      'react/src/modal/views/email-code/EmailCodeView.tsx',
      'react/src/modal/views/email-device/EmailDeviceView.tsx',
      'react/src/modal/views/register-name-success/RegisterNameSuccessView.tsx',
      'react/src/modal/views/register-name/RegisterNameView.tsx',
      'react/src/modal/views/smart-account-settings/index.ts',
      'react/src/modal/views/update-email-code/UpdateEmailCodeView.tsx',
      'react/src/modal/views/update-email/UpdateEmailView.tsx',
      'react/src/social/resumeSocial.ts',
      'react/src/walletButton/updateEmail.ts',
    ],
  },
  { name: 'solana/embedded', roots: ['solana/src/embedded/createEmbeddedNamespace.ts'] },
  {
    name: 'siwx/parse',
    roots: ['siwx/src/message/parseMessageLazily.ts', 'siwx/src/verify/verifyMessage.ts'],
  },
  { name: 'siwx/eip155', roots: ['siwx/src/verify/verifyEip155Signature.ts'] },
  {
    name: 'siwx/solana',
    roots: ['siwx/src/message/solanaCodec.ts', 'siwx/src/verify/verifySolanaSignature.ts'],
  },
  { name: 'siwx/bip122', roots: ['siwx/src/message/bip122Codec.ts'] },
  { name: 'siwx/bip322', roots: ['siwx/src/verify/verifyBip122Signature.ts'] },
  { name: 'core/siwe', roots: ['core/src/signIn/siweSIWX.ts'] },
  // What namespaces load to read from a node, and to send and swap.
  { name: 'evm/node', roots: ['evm/src/assets/assets.ts'] },
  { name: 'solana/node', roots: ['solana/src/assets/createAssets.ts'] },
  { name: 'bitcoin/node', roots: ['bitcoin/src/assets/createAssets.ts'] },
  // Moving money: what several of the features need to show their first view, each feature, and what several of them need
  // later, which is loaded as soon as the first view is there.
  {
    name: 'react/money',
    roots: ['react/src/modal/views/money/index.ts'],
    among: ['react/send', 'react/swap', 'react/pay', 'react/buy', 'react/fund'],
  },
  // What the first view of Pay or Swap has in common with later steps, and what all steps have.
  {
    name: 'react/progress',
    roots: [],
    among: ['react/swap', 'react/pay', 'react/sendSteps', 'react/buySteps'],
  },
  { name: 'react/send', roots: ['react/src/modal/views/send/index.ts'] },
  { name: 'react/swap', roots: ['react/src/modal/views/swap/index.ts'] },
  { name: 'react/swapNetworks', roots: ['react/src/modal/views/swap/loadSwapNetworks.ts'] },
  { name: 'react/pay', roots: ['react/src/modal/views/pay/index.ts', 'react/src/pay/openPayment.ts'] },
  { name: 'react/buy', roots: ['react/src/modal/views/buy/index.ts'] },
  { name: 'react/fund', roots: ['react/src/modal/views/fund/index.ts'] },
  {
    name: 'react/moneySteps',
    roots: [],
    among: ['react/sendSteps', 'react/swapSteps', 'react/buySteps', 'react/pending'],
  },
  { name: 'react/sendSteps', roots: ['react/src/modal/views/send/steps.ts'] },
  { name: 'react/swapSteps', roots: ['react/src/modal/views/swap/steps.ts'] },
  {
    name: 'react/buySteps',
    roots: ['react/src/modal/views/buy/steps.ts'],
  },
  { name: 'react/pending', roots: ['react/src/modal/views/money/loadPendingActivity.ts'] },
  { name: 'evm/send', roots: ['evm/src/names/isNameContradicted.ts', 'evm/src/transfers/transfers.ts'] },
  { name: 'evm/swap', roots: ['evm/src/swaps/swaps.ts'] },
  {
    name: 'solana/send',
    roots: ['solana/src/provider/broadcast.ts', 'solana/src/transfers/createTransfers.ts'],
  },
  { name: 'solana/swap', roots: ['solana/src/swaps/createSwaps.ts'] },
  { name: 'solana/jupiter', roots: ['solana/src/swaps/jupiter/prepareJupiterSwap.ts'] },
  { name: 'bitcoin/send', roots: ['bitcoin/src/transfers/createTransfers.ts'] },
  {
    name: 'bitcoin/spend',
    roots: [
      'bitcoin/src/provider/payFromAccount.ts',
      'bitcoin/src/provider/signPsbt.ts',
      'bitcoin/src/spending/sendCoins.ts',
      'bitcoin/src/spending/toPayment.ts',
    ],
  },
  // What few applications use.
  { name: 'solana/adapters', roots: ['solana/src/adapters/watchAdapters.ts'] },
  // What the adapter of wagmi needs at first, and what follows its connections later.
  {
    name: 'wagmi/bridge',
    roots: [
      'wagmi/src/bridge/release.ts',
      'wagmi/src/bridge/toAccounts.ts',
      'wagmi/src/bridge/untilSettled.ts',
      'wagmi/src/bridge/watchAttempt.ts',
    ],
  },
  { name: 'wagmi/follow', roots: ['wagmi/src/bridge/followConfig.ts'] },
  { name: 'embedded/session', roots: ['embedded/src/startSession.ts'] },
  { name: 'evm/balances', roots: ['evm/src/assets/getBalances.ts'] },
  { name: 'evm/calls', roots: ['evm/src/calls/calls.ts'] },
  { name: 'react/callActions', roots: ['core/src/calls/index.ts', 'react/src/calls/observe.ts'] },
  {
    name: 'react/tags',
    roots: [
      'react/src/applyPalette.ts',
      'react/src/buttons/NetworkButton.tsx',
      'react/src/modal/inline/placeModal.ts',
      'react/src/mountComponent.tsx',
      'react/src/mountElement.tsx',
    ],
  },
  { name: 'react/language', roots: ['react/src/language/switchLanguage.ts'] },
  // The texts of each language: a visitor loads those of one.
  ...listTextFiles().map((path) => ({
    name: `i18n/${path.replace(/^.*locales\/(.+)\/(.+)\.json$/, '$1-$2')}`,
    roots: [path],
  })),
]

function listTextFiles() {
  return globSync('i18n/src/locales/*/*.json', {
    cwd: fileURLToPath(new URL('../../packages', import.meta.url)),
  }).toSorted()
}
