import { type LocalBitcoin, localBitcoin } from './bitcoin/localBitcoin.ts'
import { localSignet } from './bitcoin/localSignet.ts'
import { localFarcaster } from './identity/farcaster/localFarcaster.ts'
import { localIdentity } from './identity/localIdentity.ts'
import { type LocalSponsor, localSponsor } from './localSponsor.ts'
import { type LocalSwaps, localSwaps } from './localSwaps.ts'
import { type LocalSolanaNetwork, localSolana } from './solana/localSolana.ts'
import { localSolanaTwo } from './solana/localSolanaTwo.ts'

// Plain data without side effects: servers and browser tests import it.

/** An ERC-20 on a local chain. */
export interface DevnetToken {
  address: `0x${string}`
  symbol: string
  name: string
  decimals: number
  /** AggregatorV3 price feed in US dollars, 8 decimals; null if there is no price. */
  feed: `0x${string}` | null
}

/** An account of the well-known test mnemonic. Its key is public: never send anything of value to it. */
export interface DevnetAccount {
  role: 'visitor' | 'counterparty' | 'faucet' | 'deployer'
  address: `0x${string}`
  privateKey: `0x${string}`
}

/** Contract addresses, equal on both chains because the deployer's nonces are equal. */
export interface DevnetContracts {
  multicall3: `0x${string}`
  /** ERC-721. */
  arches: `0x${string}`
  /** ERC-1155, ids 1 to 6. */
  keystones: `0x${string}`
  /** Swaps DUSD, MRBL and ether, which has the address 0xEeee…EEeE. */
  exchange: `0x${string}`
  /** Every call reverts: `knock` with a reason, `push` with a custom error, `climb` without data. */
  closedGate: `0x${string}`
  guestbook: `0x${string}`
  /** CREATE2 factory of ERC-1271 wallets. */
  smartWalletFactory: `0x${string}`
  /** Wallet of the visitor with salt 0: deployed on Local One, not yet on Local Two (ERC-6492). */
  smartWallet: `0x${string}`
}

/** A local chain after seeding. */
export interface DevnetChain {
  chainId: 31337 | 31338
  /** CAIP-2. */
  caip2: string
  name: string
  /** Environment variable of the port. */
  portVariable: string
  /** Default port of JSON-RPC over HTTP and WebSocket. */
  defaultPort: number
  coin: { symbol: string; name: string; decimals: number; feed: `0x${string}` }
  tokens: readonly DevnetToken[]
  contracts: DevnetContracts
}

/** Static facts about the local chains and identity providers. */
export interface DevnetManifest {
  mnemonic: string
  chains: readonly [DevnetChain, DevnetChain]
  /** Accounts by index in the mnemonic; the visitor is 0. */
  accounts: readonly DevnetAccount[]
  solana: typeof localSolana
  /** The second network, with the accounts and programs of the first. */
  solanaTwo: LocalSolanaNetwork
  bitcoin: LocalBitcoin
  signet: LocalBitcoin
  identity: typeof localIdentity
  farcaster: typeof localFarcaster
  /** The exchange on both local EVM chains. */
  swaps: LocalSwaps
  /** Who pays the fees of others on both local EVM chains. */
  sponsor: LocalSponsor
}

const feeds = {
  ethUsd: '0xe1DA8919f262Ee86f9BE05059C9280142CF23f48',
  dusdUsd: '0x0C8E79F3534B00D9a3D4a856B665Bf4eBC22f2ba',
} as const

const coin = { symbol: 'ETH', name: 'Ether', decimals: 18, feed: feeds.ethUsd }

const tokens: readonly DevnetToken[] = [
  {
    address: '0x700b6A60ce7EaaEA56F065753d8dcB9653dbAD35',
    symbol: 'DUSD',
    name: 'Dev USD',
    decimals: 6,
    feed: feeds.dusdUsd,
  },
  {
    address: '0xA15BB66138824a1c7167f5E85b957d04Dd34E468',
    symbol: 'MRBL',
    name: 'Marble',
    decimals: 18,
    feed: null,
  },
  {
    address: '0xb19b36b1456E65E3A6D514D3F715f204BD59f431',
    symbol: 'TLLY',
    name: 'Tally',
    decimals: 0,
    feed: null,
  },
]

const contracts: DevnetContracts = {
  multicall3: '0xcA11bde05977b3631167028862bE2a173976CA11',
  arches: '0x8ce361602B935680E8DeC218b820ff5056BeB7af',
  keystones: '0xe1Aa25618fA0c7A1CFDab5d6B456af611873b629',
  exchange: '0xeD1DB453C3156Ff3155a97AD217b3087D5Dc5f6E',
  closedGate: '0xf7Cd8fa9b94DB2Aa972023b379c7f72c65E4De9D',
  guestbook: '0x12975173B87F7595EE45dFFb2Ab812ECE596Bf84',
  smartWalletFactory: '0x82Dc47734901ee7d4f4232f398752cB9Dd5dACcC',
  smartWallet: '0x2742AC0780f558887F1FA232FB3A1E7d248844f4',
}

/**
 * The local chains, their contracts and their accounts.
 *
 * @example
 * ```ts
 * import { devnetManifest } from '@portico/devnet/manifest'
 *
 * const [localOne] = devnetManifest.chains
 * const dusd = localOne.tokens.find((token) => token.symbol === 'DUSD')
 * ```
 */
export const devnetManifest: DevnetManifest = {
  mnemonic: 'test test test test test test test test test test test junk',
  chains: [
    {
      chainId: 31337,
      caip2: 'eip155:31337',
      name: 'Local One',
      portVariable: 'EVM_PORT',
      defaultPort: 8545,
      coin,
      tokens,
      contracts,
    },
    {
      chainId: 31338,
      caip2: 'eip155:31338',
      name: 'Local Two',
      portVariable: 'EVM2_PORT',
      defaultPort: 8546,
      coin,
      tokens,
      contracts,
    },
  ],
  accounts: [
    {
      role: 'visitor',
      address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      privateKey: '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
    },
    {
      role: 'counterparty',
      address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      privateKey: '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
    },
    {
      role: 'counterparty',
      address: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
      privateKey: '0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
    },
    {
      role: 'counterparty',
      address: '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
      privateKey: '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
    },
    {
      role: 'counterparty',
      address: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
      privateKey: '0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
    },
    {
      role: 'counterparty',
      address: '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
      privateKey: '0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
    },
    {
      role: 'counterparty',
      address: '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
      privateKey: '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
    },
    {
      role: 'counterparty',
      address: '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
      privateKey: '0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356',
    },
    {
      role: 'faucet',
      address: '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f',
      privateKey: '0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97',
    },
    {
      role: 'deployer',
      address: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
      privateKey: '0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6',
    },
  ],
  solana: localSolana,
  solanaTwo: localSolanaTwo,
  bitcoin: localBitcoin,
  signet: localSignet,
  identity: localIdentity,
  farcaster: localFarcaster,
  swaps: localSwaps,
  sponsor: localSponsor,
}
