import type { OldModule } from './modules.ts'

const types = [
  'AppKit',
  'AppKitNetwork',
  'AppKitOptions',
  'CaipAddress',
  'CaipNetwork',
  'CaipNetworkId',
  'ChainAdapter',
  'ChainNamespace',
  'CustomWallet',
  'Features',
  'Metadata',
  'OpenOptions',
  'SIWXConfig',
  'SIWXMessage',
  'SIWXSession',
  'ThemeMode',
  'ThemeVariables',
]

const networks = [
  'AVAILABLE_NAMESPACES',
  'AppKitNetwork',
  'CaipNetwork',
  'arbitrum',
  'arbitrumSepolia',
  'aurora',
  'avalanche',
  'base',
  'baseSepolia',
  'bitcoin',
  'bitcoinSignet',
  'bitcoinTestnet',
  'bsc',
  'celo',
  'defineChain',
  'gnosis',
  'linea',
  'mainnet',
  'mantle',
  'optimism',
  'optimismSepolia',
  'polygon',
  'scroll',
  'sepolia',
  'solana',
  'solanaDevnet',
  'solanaTestnet',
  'zksync',
  'zora',
]

/** The modules that applications with and without Vue share. Everything comes from one package, which needs no React. */
function shared(from: '@portico/elements' | '@portico/vue', entry: OldModule): Record<string, OldModule> {
  const adapter = { to: from, name: 'EvmAdapter' }
  return {
    '@reown/appkit': entry,
    '@reown/appkit-common': entry,
    '@reown/appkit-controllers': entry,
    '@reown/appkit-core': entry,
    '@reown/appkit/networks': { to: `${from}/networks`, names: networks },
    '@reown/appkit-adapter-ethers': { to: from, names: ['EvmAdapter'], others: { EthersAdapter: adapter } },
    '@reown/appkit-adapter-ethers5': { to: from, names: ['EvmAdapter'], others: { Ethers5Adapter: adapter } },
    '@reown/appkit-adapter-wagmi': { to: '@portico/wagmi/core', names: ['WagmiAdapter'] },
    '@reown/appkit-adapter-solana': {
      to: `${from}/solana`,
      names: ['SolanaAdapter'],
      others: { Provider: { to: '@portico/elements/solana', name: 'SolanaProvider' } },
    },
    '@reown/appkit-adapter-bitcoin': {
      to: `${from}/bitcoin`,
      names: ['BitcoinAdapter'],
      others: { BitcoinConnector: { to: '@portico/elements/bitcoin', name: 'BitcoinProvider' } },
    },
    '@reown/appkit-siwx': {
      to: '@portico/elements/siwx',
      names: ['BIP122Verifier', 'EIP155Verifier', 'InformalMessenger', 'LocalStorage', 'SolanaVerifier'],
      others: { DefaultSIWX: { to: from } },
    },
    '@reown/appkit-wallet-button': { to: `${from}/wallet-button`, names: [] },
  }
}

/** Applications without React and Vue: plain pages, Svelte, Angular. */
export const elementsModules: Readonly<Record<string, OldModule>> = shared('@portico/elements', {
  to: '@portico/elements',
  names: [...types, 'createAppKit', 'getAppKit'],
})

const vue: OldModule = {
  to: '@portico/vue',
  names: [
    ...types,
    'CreateAppKit',
    'UseAppKitAccountReturn',
    'UseAppKitNetworkReturn',
    'createAppKit',
    'getAppKit',
    'useAppKit',
    'useAppKitAccount',
    'useAppKitConnections',
    'useAppKitEvents',
    'useAppKitNetwork',
    'useAppKitProvider',
    'useAppKitSIWX',
    'useAppKitState',
    'useAppKitTheme',
    'useDisconnect',
    'useWalletInfo',
  ],
}

/** Applications with Vue, also in Nuxt. */
export const vueModules: Readonly<Record<string, OldModule>> = {
  ...shared('@portico/vue', vue),
  '@reown/appkit/vue': vue,
  '@reown/appkit/library/vue': vue,
  '@reown/appkit/vue-core': { ...vue, others: { createAppKit: { to: '@portico/compat/vue-core' } } },
  '@reown/appkit-siwx/vue': { to: '@portico/vue', names: ['useAppKitSIWX'] },
}
