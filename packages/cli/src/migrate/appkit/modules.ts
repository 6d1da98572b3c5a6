import type { Outcome } from '../Migration.ts'

/** A module of AppKit: where its names are in Portico. */
export type OldModule = {
  /** Our module, with the same names unless `names` says otherwise. Without it, the module has no counterpart. */
  to?: string
  /** The names of `to`. Without them, every name is taken to be there. */
  names?: readonly string[]
  /** Names that are elsewhere, are called otherwise, or have no counterpart. */
  others?: Readonly<Record<string, Outcome>>
  /** Why the module has no counterpart, as a sentence. */
  keep?: string
}

const types = [
  'AppKitConnection',
  'AppKitConnections',
  'AppKitConnector',
  'AppKitElements',
  'AppKitNetwork',
  'AppKitOptions',
  'CaipAddress',
  'CaipNetwork',
  'CaipNetworkId',
  'ChainAdapter',
  'ChainNamespace',
  'ConnectMethod',
  'CreateAppKit',
  'CustomWallet',
  'Features',
  'Metadata',
  'OpenOptions',
  'Provider',
  'PublicState',
  'PublicView',
  'SIWXConfig',
  'SIWXMessage',
  'SIWXSession',
  'SocialProvider',
  'ThemeMode',
  'ThemeVariables',
  'UseAppKitAccountReturn',
  'UseAppKitNetworkReturn',
  'WalletFeature',
]

/** What `@portico/react` exports under AppKit's names. */
const react = [
  ...types,
  'AccountController',
  'AppKit',
  'AppKitAccountButton',
  'AppKitButton',
  'AppKitConnectButton',
  'AppKitNetworkButton',
  'AppKitProvider',
  'CoreHelperUtil',
  'createAppKit',
  'getAppKit',
  'modal',
  'useAppKit',
  'useAppKitAccount',
  'useAppKitBalance',
  'useAppKitConnection',
  'useAppKitConnections',
  'useAppKitEvents',
  'useAppKitNetwork',
  'useAppKitNetworkCore',
  'useAppKitProvider',
  'useAppKitSIWX',
  'useAppKitState',
  'useAppKitTheme',
  'useAppKitWallets',
  'useDisconnect',
  'useWalletInfo',
]

const connector = { Connector: { to: '@portico/compat/connectors' } }
const entry: OldModule = { to: '@portico/react', names: react, others: connector }
/** The entries without e-mail and social logins, whose modal opens on the QR code. */
const basic: OldModule = {
  to: '@portico/react',
  names: react,
  others: { ...connector, createAppKit: { to: '@portico/compat/core' } },
}

const none = (name: string, advice = 'remove it, or keep the package.'): OldModule => ({
  keep: `${name} has no counterpart in Portico: ${advice}`,
})

/** AppKit's modules, by name. One that is not listed has no counterpart. */
export const modules: Readonly<Record<string, OldModule>> = {
  '@reown/appkit': entry,
  '@reown/appkit/react': entry,
  '@reown/appkit/library/react': entry,
  '@reown/appkit/core': basic,
  '@reown/appkit/react-core': basic,
  '@reown/appkit/adapters': { to: '@portico/compat/adapters', names: ['AdapterBlueprint', 'ChainAdapter'] },
  '@reown/appkit/connectors': { to: '@portico/compat/connectors', names: ['Connector'] },
  '@reown/appkit/constants': { to: '@portico/compat/constants', names: ['ConstantsUtil'] },
  '@reown/appkit/store': { to: '@portico/compat/store', names: ['ProviderUtil'] },
  '@reown/appkit/utils': { to: '@portico/compat/utils', names: ['ConstantsUtil', 'CoreHelperUtil'] },
  '@reown/appkit/networks': { to: '@portico/react/networks' },
  '@reown/appkit-adapter-ethers': { to: '@portico/evm', names: ['EthersAdapter'] },
  '@reown/appkit-adapter-ethers5': { to: '@portico/evm', names: ['Ethers5Adapter'] },
  '@reown/appkit-adapter-solana': { to: '@portico/solana', names: ['Provider', 'SolanaAdapter'] },
  '@reown/appkit-adapter-solana/react': {
    to: '@portico/solana/react',
    names: ['Provider', 'useAppKitConnection'],
    others: { SolanaAdapter: { to: '@portico/solana' } },
  },
  '@reown/appkit-adapter-bitcoin': { to: '@portico/bitcoin', names: ['BitcoinAdapter', 'BitcoinConnector'] },
  '@reown/appkit-adapter-wagmi': { to: '@portico/wagmi', names: ['WagmiAdapter', 'authConnector'] },
  '@reown/appkit-siwe': {
    to: '@portico/siwe',
    names: [
      'AppKitSIWEClient',
      'SIWEConfig',
      'SIWECreateMessageArgs',
      'SIWEMessageArgs',
      'SIWESession',
      'SIWEVerifyMessageArgs',
      'createSIWEConfig',
      'formatMessage',
      'getAddressFromMessage',
      'getChainIdFromMessage',
      'getDidAddress',
      'getDidChainId',
      'verifySignature',
    ],
  },
  '@reown/appkit-siwx': {
    to: '@portico/siwx',
    names: [
      'BIP122Verifier',
      'DefaultSIWX',
      'DefaultSigner',
      'EIP155Verifier',
      'InformalMessenger',
      'LocalStorage',
      'SIWXConfig',
      'SIWXMessage',
      'SIWXMessenger',
      'SIWXSession',
      'SIWXSigner',
      'SIWXStorage',
      'SIWXVerifier',
      'SolanaVerifier',
    ],
    others: {
      ReownAuthentication: {
        keep: 'ReownAuthentication signs in at the servers of Reown: use DefaultSIWX, which signs in at your gateway.',
      },
    },
  },
  '@reown/appkit-siwx/react': { to: '@portico/react', names: ['useAppKitSIWX'] },
  '@reown/appkit-wallet-button': {
    to: '@portico/react/wallet-button',
    names: ['AppKitWalletButton', 'createAppKitWalletButton'],
  },
  '@reown/appkit-wallet-button/react': {
    to: '@portico/react/wallet-button',
    names: ['AppKitWalletButton', 'useAppKitUpdateEmail', 'useAppKitWallet'],
  },
  '@reown/appkit-pay': { to: '@portico/react/pay', names: ['openPay', 'pay'] },
  '@reown/appkit-pay/react': {
    to: '@portico/react/pay',
    names: ['useAvailableExchanges', 'useExchangeBuyStatus', 'usePay', 'usePayUrlActions'],
  },
  // Internals, of which applications import types.
  '@reown/appkit-common': entry,
  '@reown/appkit-controllers': entry,
  '@reown/appkit-core': entry,
  '@reown/appkit-universal-connector': none(
    'The universal connector',
    'connect with createAppKit and its `walletConnect` option.',
  ),
  '@reown/appkit-experimental': none('@reown/appkit-experimental'),
  '@reown/appkit-experimental/smart-session': none(
    'Smart sessions',
    'ask for permissions with `wallet_grantPermissions` (ERC-7715).',
  ),
  '@reown/appkit-adapter-ton': none('The adapter of TON'),
  '@reown/appkit-adapter-tron': none('The adapter of Tron'),
  '@reown/appkit-adapter-polkadot': none('The adapter of Polkadot'),
}
