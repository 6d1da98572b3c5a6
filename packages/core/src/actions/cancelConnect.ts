import type { NamespaceId } from '@portico/protocol'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import type { Kit } from '../kit.ts'

/**
 * Cancels the connection attempt in progress (default: that of the active namespace). If the wallet answers later,
 * its answer is ignored.
 *
 * @example
 * cancelConnect(kit)
 */
export function cancelConnect(kit: Kit, parameters: { namespace?: NamespaceId | undefined } = {}): void {
  const { activeNamespace, connections } = kit.store.getState()
  const { namespace = activeNamespace } = parameters
  const connection = connections[namespace]
  if (connection?.status !== 'connecting') return
  dispatchConnection(kit, namespace, { type: 'failed', attempt: connection.attempt })
}
