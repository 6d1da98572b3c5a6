export type { BitcoinChain } from './bitcoin/bitcoinChain.ts'
export type { BitcoinFeature } from './bitcoin/createBitcoinFeatures.ts'
export {
  type BitcoinWallet,
  type BitcoinWalletOptions,
  createBitcoinWallet,
} from './bitcoin/createBitcoinWallet.ts'
export {
  createXverseProvider,
  type XverseProvider,
  type XverseProviderOptions,
} from './bitcoin/createXverseProvider.ts'
export type { SatsConnectProvider } from './bitcoin/satsConnect.ts'
export type { BitcoinKeysOption } from './bitcoin/toBitcoinKeys.ts'
export { type TestRunner, testEip1193Wallet, type WalletUnderTest } from './contract/testEip1193Wallet.ts'
export type {
  PendingRequest,
  Policy,
  RpcFailure,
  WalletRequest,
} from './createApprovals.ts'
export { createEvmWallet, type EvmWallet, type EvmWalletOptions } from './evm/createEvmWallet.ts'
export type { WalletInfo } from './evm/createWalletInfo.ts'
export type { Eip1193Events, Eip1193Provider, Eip1193Request } from './evm/eip1193.ts'
export type { EvmChain } from './evm/evmChain.ts'
export type { WalletAsset } from './evm/methods/method.ts'
export type { AccountsOption } from './evm/toAccounts.ts'
export { memoryStorage, type WalletStorage } from './memoryStorage.ts'
export {
  createMultiChainWallet,
  type MultiChainWallet,
  type MultiChainWalletOptions,
} from './multiChain/createMultiChainWallet.ts'
export { ProviderRpcError } from './ProviderRpcError.ts'
export type { SolanaFeature } from './solana/createSolanaFeatures.ts'
export {
  createSolanaWallet,
  type SolanaChain,
  type SolanaWallet,
  type SolanaWalletOptions,
} from './solana/createSolanaWallet.ts'
export type { SolanaKeysOption } from './solana/toSolanaKeys.ts'
