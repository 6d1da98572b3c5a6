export { activateNamespace } from './actions/activateNamespace.ts'
export { addNetwork } from './actions/addNetwork.ts'
export { cancelConnect } from './actions/cancelConnect.ts'
export { type ConnectParameters, connect } from './actions/connect.ts'
export { type ConnectPairedParameters, connectPaired } from './actions/connectPaired.ts'
export { type DisconnectParameters, disconnect } from './actions/disconnect.ts'
export { removeAdapter } from './actions/removeAdapter.ts'
export { removeNetwork } from './actions/removeNetwork.ts'
export { type SwitchNetworkParameters, switchNetwork } from './actions/switchNetwork.ts'
export { type SettingsUpdate, updateSettings } from './actions/updateSettings.ts'
export type { Alert, AlertId } from './alert.ts'
export {
  ConnectionAbandonedError,
  ConnectorNotFoundError,
  NoAccountsError,
  NoActiveCaipAddressError,
  SIWXNotEnabledError,
} from './connectErrors.ts'
export {
  type Account,
  type Connected,
  type Connection,
  type ConnectionEvent,
  reduceConnection,
} from './connection.ts'
export { addConnectors } from './connectors/addConnectors.ts'
export type { Connector, ConnectorDetails, ConnectorEvent, ConnectorType } from './connectors/connector.ts'
export { createLazyConnector } from './connectors/createLazyConnector.ts'
export { getConnector } from './connectors/getConnector.ts'
export { createKit } from './createKit.ts'
export { hasEmbedded } from './embedded/hasEmbedded.ts'
export {
  AdapterInUseError,
  AdapterNotFoundError,
  GatewayUrlError,
  LastNetworkError,
  NetworkNotFoundError,
  NoActiveCaipNetworkError,
  SignInOptionsError,
} from './errors.ts'
export type { KitEvent, Notice, TrackEvent, TrackEventName } from './events/kitEvent.ts'
export { activitySign } from './format/activitySign.ts'
export { formatAmount } from './format/formatAmount.ts'
export { formatCurrency } from './format/formatCurrency.ts'
export { formatQuantity } from './format/formatQuantity.ts'
export { truncateAddress } from './format/truncateAddress.ts'
export { getEndpoint } from './getEndpoint.ts'
export { getPhone } from './getPhone.ts'
export { type Kit, track } from './kit.ts'
export type { Logger, LogLevel } from './logger.ts'
export type {
  Adapter,
  DiscoverParameters,
  Endpoint,
  Namespace,
  NamespaceAssets,
  RpcClient,
} from './namespace.ts'
export { defineChain } from './networks/defineChain.ts'
export type { Network, NetworkInput } from './networks/network.ts'
export {
  type ConnectMethod,
  type ConnectorGroup,
  type CustomWallet,
  defaultFeatures,
  type Features,
  type KitOptions,
  type Metadata,
  type Settings,
  type WalletFeature,
} from './options.ts'
export {
  findNetwork,
  getCaipAddress,
  getConnected,
  getConnectorDetails,
  getNetwork,
  getNetworkId,
  isUnsupported,
} from './selectors.ts'
export { serverAlert } from './serverAlert.ts'
export { cancelSignIn } from './signIn/cancelSignIn.ts'
export { signIn } from './signIn/signIn.ts'
export type { SignIn, SignInFailure, SignInSubject } from './signIn/signInState.ts'
export {
  createSIWEConfig,
  type SIWEClient,
  type SIWEConfig,
  type SIWECreateMessageArgs,
  type SIWESession,
} from './signIn/siwe.ts'
export type { State } from './state.ts'
export type { KeyValueStorage } from './storage/storage.ts'
export {
  type ConnectLayout,
  connectLayout,
  type WalletGroup,
  type WalletSources,
} from './wallets/connectLayout.ts'
export { findInstalled } from './wallets/findInstalled.ts'
export type { ListedWallet } from './wallets/ListedWallet.ts'
export { type InstalledWallet, mergeConnectors } from './wallets/mergeConnectors.ts'
export { getRecentWallets } from './wallets/recentWallets.ts'
export { watchStandardWallets } from './wallets/watchStandardWallets.ts'
