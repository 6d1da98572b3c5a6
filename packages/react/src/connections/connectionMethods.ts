import { type Kit, switchConnection as switchTo } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import type { AppKitConnection } from './toConnections.ts'

// The instance's methods on connections and networks, lazy-loaded together.

/** Parameters of `switchConnection`. `address` is one of the accounts of the connection. */
export interface SwitchConnectionOptions {
  connection: Pick<AppKitConnection, 'connectorId'>
  address?: string | undefined
  /** Default: the active namespace. */
  namespace?: NamespaceId | undefined
}

/** Makes another wallet of a namespace, or another account of a wallet, the active one. */
export async function switchConnection(
  kit: Kit,
  { connection, address, namespace }: SwitchConnectionOptions,
): Promise<void> {
  await switchTo(kit, { connectorId: connection.connectorId, address, namespace })
}

export { deleteConnection, disconnect } from '@portico/core'
export { switchOrConnect } from '../modal/switchOrConnect.ts'
export { toConnections } from './toConnections.ts'
