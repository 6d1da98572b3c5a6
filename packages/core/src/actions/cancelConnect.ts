import type { NamespaceId } from '@portico/protocol'
import { getAwaited } from '../connection.ts'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import type { Kit } from '../kit.ts'

/**
 * Cancels the connection attempt in progress (default: that of the active namespace). If the wallet answers later,
 * its answer is ignored.
 *
 * @param parameters.connectorId Only cancels an attempt to connect this wallet.
 * @example
 * import { cancelConnect } from '@portico/core'
 *
 * cancelConnect(kit)
 */
export function cancelConnect(
  kit: Kit,
  parameters: { namespace?: NamespaceId | undefined; connectorId?: string | undefined } = {},
): void {
  const { activeNamespace, connections } = kit.store.getState()
  const { namespace = activeNamespace } = parameters
  const awaited = getAwaited(connections[namespace])
  if (!awaited || connections[namespace]?.status === 'reconnecting') return
  const { connectorId = awaited.connectorId } = parameters
  if (awaited.connectorId === connectorId)
    dispatchConnection(kit, namespace, { type: 'failed', attempt: awaited.attempt })
}
