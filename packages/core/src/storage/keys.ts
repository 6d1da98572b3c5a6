import type { NamespaceId } from '@portico/protocol'

/** The names under which the kit remembers things; applications that come from AppKit find their own again. */
export const storageKeys = {
  activeNamespace: '@appkit/active_namespace',
  activeNetwork: '@appkit/active_caip_network_id',
  connectedNamespaces: '@appkit/connected_namespaces',
  connectionStatus: '@appkit/connection_status',
  /** The network of each family; AppKit keeps only that of the active one. */
  networkOf: (namespace: NamespaceId) => `@appkit/${namespace}:active_caip_network_id` as const,
  connectedConnector: (namespace: NamespaceId) => `@appkit/${namespace}:connected_connector_id` as const,
  clientId: '@appkit/client_id',
  portfolio: '@appkit/portfolio_cache',
  nativeBalance: '@appkit/native_balance_cache',
  identity: '@appkit/identity_cache',
} as const
