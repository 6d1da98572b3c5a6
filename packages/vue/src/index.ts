export type {
  AppKit,
  AppKitAccount,
  AppKitAccount as UseAppKitAccountReturn,
  AppKitConnection,
  AppKitConnections,
  AppKitEvent,
  AppKitNetwork,
  AppKitOptions,
  AppKitOptions as CreateAppKit,
  CaipAddress,
  CaipNetwork,
  CaipNetworkId,
  ChainAdapter,
  ChainNamespace,
  CustomWallet,
  Features,
  Metadata,
  OpenOptions,
  PublicState,
  SessionState,
  SIWXConfig,
  SIWXMessage,
  SIWXSession,
  ThemeMode,
  ThemeState,
  ThemeVariables,
  WalletInfo,
} from '@portico/elements'
export { DefaultSIWX, EvmAdapter, getAppKit, getSessionToken, MissingAppKitError } from '@portico/elements'
export { createAppKit } from './createAppKit.ts'
export { useAppKit } from './useAppKit.ts'
export { useAppKitAccount } from './useAppKitAccount.ts'
export { useAppKitConnections } from './useAppKitConnections.ts'
export { useAppKitEvents } from './useAppKitEvents.ts'
export {
  type UseAppKitNetworkReturnType,
  type UseAppKitNetworkReturnType as UseAppKitNetworkReturn,
  useAppKitNetwork,
} from './useAppKitNetwork.ts'
export { type UseAppKitProviderReturnType, useAppKitProvider } from './useAppKitProvider.ts'
export { useAppKitSession } from './useAppKitSession.ts'
export { useAppKitSIWX } from './useAppKitSIWX.ts'
export { useAppKitState } from './useAppKitState.ts'
export { type UseAppKitThemeReturnType, useAppKitTheme } from './useAppKitTheme.ts'
export { useDisconnect } from './useDisconnect.ts'
export { useWalletInfo } from './useWalletInfo.ts'
