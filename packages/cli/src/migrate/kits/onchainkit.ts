import type { KitRules } from './KitRules.ts'

const inModal = "the modal has it: open({ view: '…' }) of useAppKit."
const swap = "open({ view: 'Swap' }) of useAppKit opens the modal on it."
const buy = 'the modal offers it under Buy, if your gateway has providers (ONRAMP_PROVIDERS).'
const calls = 'send calls with useSendCalls of wagmi.'
const identity = 'the buttons and the modal show names and avatars; elsewhere, use useEnsName of wagmi.'

/** OnchainKit, from https://docs.base.org/onchainkit. */
export const onchainkit: KitRules = {
  title: 'OnchainKit',
  hint: '@coinbase/onchainkit',
  isOld: (module) => /^@coinbase\/onchainkit(\/|$)/.test(module),
  buttons: ['Wallet', 'ConnectWallet', 'WalletDefault', 'WalletModal'],
  providers: ['OnchainKitProvider'],
  configs: [],
  hooks: {},
  notes: {
    Swap: swap,
    SwapDefault: swap,
    Fund: buy,
    FundButton: buy,
    FundCard: buy,
    Buy: buy,
    Checkout: 'request a payment with pay() of @portico/react/pay.',
    Transaction: calls,
    TransactionDefault: calls,
    Identity: identity,
    Name: identity,
    Avatar: identity,
    Address: identity,
    EthBalance: inModal,
    WalletDropdown: inModal,
  },
  nextSteps: [
    'Create the kit where the config of wagmi is created: `new WagmiAdapter({ networks, projectId })` of @portico/wagmi, and createAppKit with it. Pass its `wagmiConfig` to WagmiProvider.',
    'Set `gatewayUrl` in createAppKit to the address of your gateway, and `walletConnect: { relayUrl }` to its relay.',
  ],
}
