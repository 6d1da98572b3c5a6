import type { NamespaceId } from '@portico/protocol'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import { getConnector } from '../connectors/getConnector.ts'
import { type Kit, track } from '../kit.ts'

export interface DisconnectParameters {
  /** Default: every namespace. */
  namespace?: NamespaceId | undefined
}

/**
 * Disconnects. The state changes immediately; then the wallet is notified and the session ended. A wallet or server
 * that does not answer neither delays the call nor makes it fail.
 *
 * @example
 * await disconnect(kit, { namespace: 'eip155' })
 */
export async function disconnect(kit: Kit, { namespace }: DisconnectParameters = {}): Promise<void> {
  const namespaces = namespace ? [namespace] : [...kit.namespaces.keys()]
  const connectors = namespaces.map((id) => getConnector(kit, id))
  for (const id of namespaces) dispatchConnection(kit, id, { type: 'disconnect' })
  track(kit, 'DISCONNECT_SUCCESS', { namespace: namespace ?? 'all' })
  await Promise.all(
    connectors.map((connector) =>
      connector?.disconnect().catch((error: unknown) => {
        kit.logger.warn('The wallet could not be notified of the disconnect.', error)
        track(kit, 'DISCONNECT_ERROR', { name: connector.name })
      }),
    ),
  )
}
