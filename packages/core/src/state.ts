import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { Alert } from './alert.ts'
import type { Connection } from './connection.ts'
import type { OtherConnection } from './connections/otherConnections.ts'
import type { ConnectorDetails } from './connectors/connector.ts'
import type { EmbeddedState } from './embedded/embeddedState.ts'
import type { LoginProvider } from './embedded/LoginProvider.ts'
import type { MoneyState } from './money/moneyState.ts'
import type { Network } from './networks/network.ts'
import type { Features, Settings } from './options.ts'
import type { SignIn } from './signIn/signInState.ts'

/**
 * The state of a kit: plain, serialisable data. Actions write it, views derive from it. Connector objects are in
 * `kit.connectors`.
 */
export interface State {
  /** True once the stored state has been read (in a browser, when `createKit` returns). */
  initialized: boolean
  networks: readonly Network[]
  activeNamespace: NamespaceId
  /** The network each namespace is on or, when it is not connected, would connect to. */
  activeNetworkIds: { readonly [namespace in NamespaceId]?: CaipNetworkId | undefined }
  connectors: readonly ConnectorDetails[]
  /** The active connection of each namespace. */
  connections: { readonly [namespace in NamespaceId]?: Connection | undefined }
  /** With `features.multiWallet`: the other wallets of each namespace, those used last first. */
  otherConnections?: { readonly [namespace in NamespaceId]?: readonly OtherConnection[] } | undefined
  signIn: SignIn
  /** The embedded wallet, once `startEmbedded` was called. */
  embedded?: EmbeddedState | undefined
  /** What is sent, swapped and bought, once the visitor has done so. */
  money?: MoneyState | undefined
  settings: Settings
  /** The providers that the operator has set up for social logins; undefined until they are known. */
  offeredSocials?: readonly LoginProvider[] | undefined
  /** Whether the gateway was asked for them and did not answer. */
  socialsUnread?: boolean | undefined
  /** The features that `updateSettings` has set: those of the operator do not replace them. */
  updatedFeatures?: Partial<Features> | undefined
  /** The current alert, if any. Alerts address the developer and operator rather than the visitor. */
  alert: Alert | undefined
  /** Whether the gateway answered the last request; undefined before the first one, or without `gatewayUrl`. */
  gatewayReachable: boolean | undefined
}
