'use client'

export type {
  Adapter as ChainAdapter,
  ConnectMethod,
  CustomWallet,
  Features,
  Metadata,
  Network,
  Network as CaipNetwork,
  NetworkInput,
  NetworkInput as AppKitNetwork,
  TrackEvent,
  WalletFeature,
} from '@portico/core'
export { MissingAppKitError } from '@portico/core'
export type { CaipAddress, CaipNetworkId, NamespaceId as ChainNamespace } from '@portico/protocol'
export { DefaultSIWX, type SIWXConfig, type SIWXMessage, type SIWXSession } from '@portico/siwx'
export { AccountController, type AccountControllerState } from './AccountController.ts'
export { AppKit } from './AppKitClass.ts'
export type { AppKitElements } from './AppKitElements.ts'
export type { AppKitEvent } from './AppKitEvent.ts'
export { AppKitProvider, type AppKitProviderProps } from './AppKitProvider.tsx'
export type {
  AccountEntry,
  AccountStatus,
  AppKitAccount,
  AppKitAccount as UseAppKitAccountReturn,
  SocialProvider,
  WalletInfo,
} from './account.ts'
export type { AppKitConnector } from './appKit.ts'
export type { PublicState } from './appKitState.ts'
export { AppKitAccountButton } from './buttons/AppKitAccountButton.tsx'
export type { AppKitAccountButtonProps } from './buttons/AppKitAccountButtonProps.ts'
export { AppKitButton, type AppKitButtonProps } from './buttons/AppKitButton.tsx'
export { AppKitConnectButton, type AppKitConnectButtonProps } from './buttons/AppKitConnectButton.tsx'
export { AppKitNetworkButton, type AppKitNetworkButtonProps } from './buttons/AppKitNetworkButton.tsx'
export { CoreHelperUtil } from './CoreHelperUtil.ts'
export type { SwitchConnectionOptions } from './connections/connectionMethods.ts'
export type { AppKitConnection, AppKitConnections } from './connections/toConnections.ts'
export { createAppKit } from './createAppKit.ts'
export { modal } from './defaultKit.ts'
export { getAppKit } from './getAppKit.ts'
export { getSessionToken } from './getSessionToken.ts'
export type { FetchWalletsOptions, WalletItem } from './headless/WalletItem.ts'
export { useAppKit } from './hooks/useAppKit.ts'
export { useAppKitAccount } from './hooks/useAppKitAccount.ts'
export { type FetchBalanceReturnType, useAppKitBalance } from './hooks/useAppKitBalance.ts'
export {
  type ConnectionChange,
  type UseAppKitConnectionParameters,
  type UseAppKitConnectionReturnType,
  useAppKitConnection,
} from './hooks/useAppKitConnection.ts'
export { useAppKitConnections } from './hooks/useAppKitConnections.ts'
export { useAppKitEvents } from './hooks/useAppKitEvents.ts'
export {
  type UseAppKitNetworkReturnType,
  type UseAppKitNetworkReturnType as UseAppKitNetworkReturn,
  useAppKitNetwork,
} from './hooks/useAppKitNetwork.ts'
export { useAppKitNetworkCore } from './hooks/useAppKitNetworkCore.ts'
export { type UseAppKitProviderReturnType, useAppKitProvider } from './hooks/useAppKitProvider.ts'
export { type UseAppKitSessionReturnType, useAppKitSession } from './hooks/useAppKitSession.ts'
export { useAppKitSIWX } from './hooks/useAppKitSIWX.ts'
export { useAppKitState } from './hooks/useAppKitState.ts'
export { type UseAppKitThemeReturnType, useAppKitTheme } from './hooks/useAppKitTheme.ts'
export { type UseAppKitWalletsReturnType, useAppKitWallets } from './hooks/useAppKitWallets.ts'
export { type DisconnectOptions, useDisconnect } from './hooks/useDisconnect.ts'
export { useWalletInfo } from './hooks/useWalletInfo.ts'
export type { LanguageOption } from './language/language.ts'
export type { TextId, Texts } from './language/TextId.ts'
export type { NetworkState } from './networkState.ts'
export type { OpenOptions, SendArguments, SwapArguments } from './OpenOptions.ts'
export type { AppKitOptions, AppKitOptions as CreateAppKit } from './options.ts'
export type { Provider, RequestArguments } from './Provider.ts'
export type { ThemeMode, ThemeState, ThemeVariables } from './theme.ts'
export type { PublicView } from './views.ts'
