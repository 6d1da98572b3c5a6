import type { NamespaceId } from '@portico/protocol'
import type { dispatchConnection } from '../connectors/dispatchConnection.ts'
import { connectorKey, type Kit, track } from '../kit.ts'
import { hasConnections } from './hasConnections.ts'

/**
 * Does what `failSignIn` does if not even that can be loaded, such as without a network: an account must not stay
 * connected if it cannot sign in. Loaded with `dispatchConnection`, and therefore there as soon as an account is connected.
 *
 * @param parameters.dispatch `dispatchConnection`, passed in because its file imports this one.
 */
export function dropConnections(
  kit: Kit,
  { error, dispatch }: { error: unknown; dispatch: typeof dispatchConnection },
): void {
  if (!hasConnections(kit)) return
  const { store, logger, events, connectors } = kit
  logger.error('A problem occurred while trying initialize authentication', error)
  track(kit, 'SIWX_AUTH_ERROR', { message: `${error}` })
  events.emit({ type: 'notice', notice: 'auth-init-failed' })
  const { connections, otherConnections, activeNamespace } = store.getState()
  const namespaces = Object.keys(connections) as NamespaceId[]
  // The active namespace comes last, so that it stays the active one.
  for (const namespace of namespaces.toSorted(
    (a, b) => Number(a === activeNamespace) - Number(b === activeNamespace),
  )) {
    const all = [connections[namespace], ...(otherConnections?.[namespace] ?? [])]
    dispatch(kit, namespace, { type: 'disconnect' })
    for (const connection of all)
      if (connection?.status === 'connected')
        connectors
          .get(connectorKey(namespace, connection.connectorId))
          ?.disconnect()
          .catch((reason: unknown) =>
            logger.warn('The wallet could not be notified of the disconnect.', reason),
          )
  }
}
