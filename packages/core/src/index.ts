export type { RpcRequestConfig } from '@portico/protocol'
export { AdapterInUseError } from './actions/AdapterInUseError.ts'
export { activateNamespace } from './actions/activateNamespace.ts'
export { type AddAdapterParameters, addAdapter } from './actions/addAdapter.ts'
export { addNetwork } from './actions/addNetwork.ts'
export { cancelConnect } from './actions/cancelConnect.ts'
export { type ConnectParameters, connect } from './actions/connect.ts'
export { type DeleteConnectionParameters, deleteConnection } from './actions/deleteConnection.ts'
export { type DisconnectParameters, disconnect } from './actions/disconnect.ts'
export { removeAdapter } from './actions/removeAdapter.ts'
export { removeNetwork } from './actions/removeNetwork.ts'
export { setEIP6963Enabled } from './actions/setEIP6963Enabled.ts'
export { type SwitchConnectionParameters, switchConnection } from './actions/switchConnection.ts'
export { type SwitchNetworkParameters, switchNetwork } from './actions/switchNetwork.ts'
export { type SettingsUpdate, updateSettings } from './actions/updateSettings.ts'
export type { Alert, AlertId } from './alert.ts'
export type {
  Call,
  CallBatch,
  CallsReceipt,
  CallsStatus,
  Capabilities,
  NamespaceCalls,
  SentCalls,
} from './calls/NamespaceCalls.ts'
export {
  AccountUndefinedError,
  ConnectionAbandonedError,
  ConnectorNotFoundError,
  NetworkUndefinedError,
  NoAccountsError,
  NoActiveCaipAddressError,
  NoConnectionClientError,
  SIWXNotEnabledError,
} from './connectErrors.ts'
export type { Account, Connected, Connection } from './connection.ts'
export type { OtherConnection } from './connections/otherConnections.ts'
export type { Connector, ConnectorDetails, ConnectorEvent, ConnectorType } from './connectors/connector.ts'
export { createLazyConnector } from './connectors/createLazyConnector.ts'
export { getConnector } from './connectors/getConnector.ts'
export { createDropNotice } from './createDropNotice.ts'
export { createKit } from './createKit.ts'
export { getDefaultKit } from './defaultKit.ts'
export {
  AdapterNotFoundError,
  GatewayUrlError,
  LastNetworkError,
  MissingAppKitError,
  NetworkNotFoundError,
  NoActiveCaipNetworkError,
  SignInOptionsError,
} from './errors.ts'
export { createEmitter, type Emitter } from './events/createEmitter.ts'
export type { KitEvent, Notice, TrackEvent, TrackEventName } from './events/kitEvent.ts'
export { formatAmount } from './format/formatAmount.ts'
export { formatCurrency } from './format/formatCurrency.ts'
export { truncateAddress } from './format/truncateAddress.ts'
export { getEndpoint } from './getEndpoint.ts'
export type { Kit } from './kit.ts'
export type { Logger, LogLevel } from './logger.ts'
export type {
  NamespaceSwaps,
  SwapAsset,
  SwapNote,
  SwapOrder,
  SwapPlan,
  SwapRefusal,
  SwapStep,
  SwapStepResult,
} from './money/NamespaceSwaps.ts'
export type {
  NameClaim,
  NameRecord,
  NamespaceTransfers,
  Recipient,
  SentTransaction,
  Transfer,
  TransferNft,
  TransferNote,
  TransferOutcome,
  TransferPlan,
  TransferRefusal,
  TransferSpeed,
} from './money/NamespaceTransfers.ts'
export type {
  Adapter,
  DiscoverParameters,
  EmbeddedAccount,
  EmbeddedNamespace,
  Endpoint,
  Namespace,
  NamespaceAssets,
  RpcClient,
} from './namespace.ts'
export { defineChain } from './networks/defineChain.ts'
export type { Network, NetworkInput } from './networks/network.ts'
export type {
  ConnectMethod,
  ConnectorGroup,
  CustomRpcUrl,
  CustomWallet,
  Features,
  KitOptions,
  Metadata,
  Settings,
  WalletConnectOverride,
  WalletFeature,
} from './options.ts'
export { type PollUntilParameters, pollUntil } from './pollUntil.ts'
export {
  findNetwork,
  getCaipAddress,
  getConnected,
  getConnectorDetails,
  getNetwork,
  getNetworkId,
  isUnsupported,
} from './selectors.ts'
export { cancelSignIn } from './signIn/cancelSignIn.ts'
export { createSIWEConfig } from './signIn/createSIWEConfig.ts'
export type { SIWEClient, SIWEConfig, SIWECreateMessageArgs, SIWESession } from './signIn/SIWEClient.ts'
export { signIn } from './signIn/signIn.ts'
export type { SignIn, SignInFailure, SignInSubject } from './signIn/signInState.ts'
export type { State } from './state.ts'
export type { KeyValueStorage } from './storage/storage.ts'
export { watchStandardWallets } from './wallets/watchStandardWallets.ts'
export {
  type FeaturesWithoutEffect,
  type OptionsWithoutEffect,
  reportWithoutEffect,
} from './withoutEffect.ts'
