import type { NamespaceId } from '@portico/protocol'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import type { Kit } from '../kit.ts'

/** Stops waiting for a wallet that was asked to connect; its answer, should it still come, changes nothing. */
export function cancelConnect(kit: Kit, { namespace }: { namespace?: NamespaceId | undefined } = {}): void {
  const { activeNamespace, connections } = kit.store.getState()
  const family = namespace ?? activeNamespace
  const connection = connections[family]
  if (connection?.status !== 'connecting') return
  dispatchConnection(kit, family, { type: 'failed', attempt: connection.attempt })
}
