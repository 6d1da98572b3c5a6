export {
  createTestRelay,
  type PublishedMessage,
  type RelayFaults,
  type TestRelay,
} from './createTestRelay.ts'
export {
  createWalletConnectWallet,
  type PeerMetadata,
  type WalletConnectWallet,
  type WalletConnectWalletOptions,
  type WalletSession,
} from './createWalletConnectWallet.ts'
export type { SessionNamespaces, Settlement } from './settleNamespaces.ts'
export type { Cacao } from './signCacaos.ts'
