import type { KitRules } from './KitRules.ts'

const signIn = 'pass siwx or siweConfig to createAppKit instead; @portico/siwe has createSIWEConfig.'
const list =
  'the modal lists installed wallets, and those of your gateway; choose with featuredWalletIds and includeWalletIds.'
const theme = 'set themeMode and themeVariables in createAppKit.'

/** RainbowKit 2, from https://rainbowkit.com/docs. */
export const rainbowkit: KitRules = {
  title: 'RainbowKit',
  hint: '@rainbow-me/rainbowkit',
  isOld: (module) => /^@rainbow-me\/rainbowkit(-[\w-]+)?(\/|$)/.test(module),
  buttons: ['ConnectButton'],
  providers: ['RainbowKitProvider'],
  configs: ['getDefaultConfig'],
  hooks: {
    useConnectModal: { openConnectModal: { view: 'Connect' }, connectModalOpen: 'is-open' },
    useAccountModal: { openAccountModal: { view: 'Account' }, accountModalOpen: 'is-open' },
    useChainModal: { openChainModal: { view: 'Networks' }, chainModalOpen: 'is-open' },
  },
  notes: {
    RainbowKitAuthenticationProvider: signIn,
    RainbowKitSiweNextAuthProvider: signIn,
    createAuthenticationAdapter: signIn,
    connectorsForWallets: list,
    getDefaultWallets: list,
    darkTheme: theme,
    lightTheme: theme,
    midnightTheme: theme,
    useAddRecentTransaction: 'transactions that the wallet sends are noticed by themselves: remove it.',
    WalletButton: 'use AppKitWalletButton of @portico/react/wallet-button.',
  },
  nextSteps: [
    'Set `gatewayUrl` in createAppKit to the address of your gateway, and `walletConnect: { relayUrl }` to its relay.',
  ],
}
