import type { NamespaceId } from '@portico/protocol'

/** The storage keys of the kit: AppKit's, so that visitors of a migrated application stay connected, and one of Portico's. */
export const storageKeys = {
  activeNamespace: '@appkit/active_namespace',
  activeNetwork: '@appkit/active_caip_network_id',
  connectedNamespaces: '@appkit/connected_namespaces',
  connectionStatus: '@appkit/connection_status',
  /** The network of each namespace. AppKit stores only that of the active one. */
  networkOf: (namespace: NamespaceId) => `@appkit/${namespace}:active_caip_network_id` as const,
  connectedConnector: (namespace: NamespaceId) => `@appkit/${namespace}:connected_connector_id` as const,
  connections: '@appkit/connections',
  disconnectedConnectors: '@appkit/disconnected_connector_ids',
  /** The connector that was connected last. It stays when the visitor disconnects. */
  lastConnector: '@portico/last_connector_id',
  clientId: '@appkit/client_id',
} as const
