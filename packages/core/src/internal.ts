// What `@portico/react` needs beyond the public API. Not covered by semantic versioning: applications and chain
// packages import from `@portico/core`.

export { type ConnectPairedParameters, connectPaired } from './actions/connectPaired.ts'
export { type ConnectionEvent, reduceConnection } from './connection.ts'
export { accessConnection, type ConnectionAccess } from './connectors/accessConnection.ts'
export { addConnectors } from './connectors/addConnectors.ts'
export { peekIdentity } from './data/peekIdentity.ts'
export { setDefaultKit } from './defaultKit.ts'
export { hasEmbedded } from './embedded/hasEmbedded.ts'
export type { LoginProvider } from './embedded/LoginProvider.ts'
export { loginStorageKeys } from './embedded/loginStorage.ts'
export { socialName } from './embedded/socialName.ts'
export { closeSocialWindow, openSocialWindow } from './embedded/socialWindow.ts'
export { takeSocialProvider } from './embedded/takeSocialProvider.ts'
export { activitySign } from './format/activitySign.ts'
export { getPhone } from './getPhone.ts'
export { track } from './kit.ts'
export { pendingKey } from './money/pendingKey.ts'
export { isApproved } from './networks/isApproved.ts'
export { defaultFeatures } from './options.ts'
export { serverAlert } from './serverAlert.ts'
export { setUpSignIn } from './signIn/setUpSignIn.ts'
export { storageKeys } from './storage/keys.ts'
export { readStoredState } from './storage/readStoredState.ts'
export {
  type ConnectLayout,
  connectLayout,
  type WalletGroup,
  type WalletSources,
} from './wallets/connectLayout.ts'
export { connectMethods } from './wallets/connectMethods.ts'
export { findInstalled } from './wallets/findInstalled.ts'
export type { ListedWallet } from './wallets/ListedWallet.ts'
export { type InstalledWallet, mergeConnectors } from './wallets/mergeConnectors.ts'
export { getRecentWallets } from './wallets/recentWallets.ts'
export { rememberWallet } from './wallets/rememberWallet.ts'
