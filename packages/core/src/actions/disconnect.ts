import type { NamespaceId } from '@portico/protocol'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import { getConnector } from '../connectors/getConnector.ts'
import { type Kit, track } from '../kit.ts'

export interface DisconnectParameters {
  /** Default: every namespace. */
  namespace?: NamespaceId | undefined
}

/**
 * Disconnects: at once for the visitor, then the wallet is told and the session ended. A wallet or server that does
 * not answer delays nothing and fails nothing.
 */
export async function disconnect(kit: Kit, { namespace }: DisconnectParameters = {}): Promise<void> {
  const families = namespace ? [namespace] : [...kit.namespaces.keys()]
  const connectors = families.map((family) => getConnector(kit, family))
  for (const family of families) dispatchConnection(kit, family, { type: 'disconnect' })
  track(kit, 'DISCONNECT_SUCCESS', { namespace: namespace ?? 'all' })
  await Promise.all(
    connectors.map((connector) =>
      connector?.disconnect().catch((error: unknown) => {
        kit.logger.warn('The wallet could not be told to disconnect.', error)
        track(kit, 'DISCONNECT_ERROR', { name: connector.name })
      }),
    ),
  )
}
