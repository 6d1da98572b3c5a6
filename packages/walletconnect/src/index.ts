export type { VerifySignIn } from './auth/parseAuthResponse.ts'
export type { Rpc, WalletProvider } from './connector/createProvider.ts'
export {
  type DeepLinkChoice,
  formatPairingLink,
  formatRequestLink,
  readDeepLink,
  writeDeepLink,
} from './connector/deepLinks.ts'
export type {
  Approval,
  ConnectParameters,
  WalletConnect,
  WalletConnectConnector,
  WalletConnectEvent,
  WalletConnectOptions,
} from './contract.ts'
export { NotDeliveredError } from './relay/NotDeliveredError.ts'
export { RelayRefusedError } from './relay/RelayRefusedError.ts'
export type { AppMetadata, SignInRequest } from './session/pairing.ts'
export type { Peer } from './session/peer.ts'
export { walletConnect } from './walletConnect.ts'
