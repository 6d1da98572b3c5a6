import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { Alert } from './alert.ts'
import type { Connection } from './connection.ts'
import type { ConnectorDetails } from './connectors/connector.ts'
import type { EmbeddedState } from './embedded/embeddedState.ts'
import type { Network } from './networks/network.ts'
import type { Settings } from './options.ts'
import type { SignIn } from './signIn/signInState.ts'

/**
 * Everything the kit knows, as plain serialisable data. Actions write it, views derive from it.
 * Provider objects live beside it, in `kit.connectors`.
 */
export interface State {
  /** True once the stored state has been read (in a browser, when `createKit` returns). */
  initialized: boolean
  networks: readonly Network[]
  activeNamespace: NamespaceId
  /** The network each namespace is on, or would connect to. */
  activeNetworkIds: { readonly [namespace in NamespaceId]?: CaipNetworkId | undefined }
  connectors: readonly ConnectorDetails[]
  connections: { readonly [namespace in NamespaceId]?: Connection | undefined }
  signIn: SignIn
  /** The embedded wallet, once it was used. */
  embedded?: EmbeddedState | undefined
  settings: Settings
  /** The alert that stands, if any: for the developer and operator rather than for the visitor. */
  alert: Alert | undefined
  /** Whether the gateway answered the last call; undefined before the first one or without a `gatewayUrl`. */
  gatewayReachable: boolean | undefined
}
