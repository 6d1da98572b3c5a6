export {
  createTestRelay,
  type PublishedMessage,
  type RelayFaults,
  type TestRelay,
} from './createTestRelay.ts'
export { createWalletConnectWallet } from './createWalletConnectWallet.ts'
export type { SessionNamespaces, Settlement } from './settleNamespaces.ts'
export type { Cacao } from './signCacaos.ts'
export type {
  PeerMetadata,
  WalletConnectWallet,
  WalletConnectWalletOptions,
  WalletSession,
} from './walletConnectWallet.ts'
