export { MissingAppKitError } from '@portico/core'
export { EvmAdapter } from '@portico/evm'
export type {
  AccountEntry,
  AccountStatus,
  AppKit,
  AppKitAccount,
  AppKitConnection,
  AppKitConnections,
  AppKitConnector,
  AppKitEvent,
  AppKitNetwork,
  AppKitOptions,
  CaipAddress,
  CaipNetwork,
  CaipNetworkId,
  ChainAdapter,
  ChainNamespace,
  ConnectMethod,
  CustomWallet,
  Features,
  Metadata,
  NetworkState,
  OpenOptions,
  PublicState,
  PublicView,
  SendArguments,
  SIWXConfig,
  SIWXMessage,
  SIWXSession,
  SocialProvider,
  ThemeMode,
  ThemeState,
  ThemeVariables,
  WalletFeature,
  WalletInfo,
} from '@portico/react'
export { getSessionToken, type SessionState } from '@portico/react/internal'
export { DefaultSIWX } from '@portico/siwx'
export { createAppKit } from './createAppKit.ts'
export { getAppKit } from './getAppKit.ts'
export { getInitialAppKit } from './getInitialAppKit.ts'
export { getSession } from './getSession.ts'
export { subscribeSession } from './subscribeSession.ts'
