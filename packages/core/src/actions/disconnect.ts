import type { NamespaceId } from '@portico/protocol'
import type { ConnectionEvent } from '../connection.ts'
import type { Connector } from '../connectors/connector.ts'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import { getConnector } from '../connectors/getConnector.ts'
import { type Kit, track } from '../kit.ts'
import { getConnected } from '../selectors.ts'

export interface DisconnectParameters {
  /** Default: every namespace. */
  namespace?: NamespaceId | undefined
  /** One of the connected wallets. Default: all of them. Without `namespace`, a wallet of the active one. */
  connectorId?: string | undefined
}

/**
 * Disconnects. The state changes immediately; then the wallets are notified and the sessions ended. A wallet or server
 * that does not answer neither delays the call nor makes it fail. When one of several wallets of a namespace is
 * disconnected, the one used before it becomes the active one.
 *
 * @example
 * import { disconnect } from '@portico/core'
 *
 * await disconnect(kit, { namespace: 'eip155' })
 */
export async function disconnect(
  kit: Kit,
  { namespace, connectorId }: DisconnectParameters = {},
): Promise<void> {
  const active = namespace ?? kit.store.getState().activeNamespace
  const address = getConnected(kit.store.getState(), active)?.address
  const connectors =
    connectorId === undefined
      ? endAll(kit, namespace ? [namespace] : [...kit.namespaces.keys()])
      : endOne(kit, active, connectorId)
  if (connectors.some(Boolean))
    track(kit, 'DISCONNECT_SUCCESS', { namespace: namespace ?? 'all' }, { address })
  await Promise.all(
    connectors.map((connector) =>
      connector?.disconnect().catch((error: unknown) => {
        kit.logger.warn('The wallet could not be notified of the disconnect.', error)
        track(kit, 'DISCONNECT_ERROR', { name: connector.name })
      }),
    ),
  )
}

function endAll(kit: Kit, namespaces: readonly NamespaceId[]): readonly (Connector | undefined)[] {
  const others = kit.store.getState().otherConnections
  const connectors = namespaces.flatMap((namespace) => [
    getConnector(kit, namespace),
    ...(others?.[namespace] ?? []).map(({ status, connectorId }) =>
      status === 'connected' ? getConnector(kit, namespace, connectorId) : undefined,
    ),
  ])
  end(
    kit,
    namespaces.map((namespace) => ({ namespace, event: { type: 'disconnect' } })),
    connectors,
  )
  return connectors
}

function endOne(kit: Kit, namespace: NamespaceId, connectorId: string): readonly (Connector | undefined)[] {
  const connectors = [getConnector(kit, namespace, connectorId)]
  end(kit, [{ namespace, event: { type: 'accounts', connectorId, accounts: [] } }], connectors)
  return connectors
}

/**
 * Ends connections together. The embedded wallet has one login, which ends in every namespace. The active namespace comes
 * last, so that it stays the active one when nothing else remains connected.
 */
function end(
  kit: Kit,
  own: readonly { namespace: NamespaceId; event: ConnectionEvent }[],
  connectors: readonly (Connector | undefined)[],
): void {
  const login = connectors.find((connector) => connector?.type === 'AUTH')
  const others = [...kit.namespaces.keys()].filter((id) => !own.some(({ namespace }) => namespace === id))
  const elsewhere = login
    ? others.map((namespace) => ({
        namespace,
        event: { type: 'accounts' as const, connectorId: login.id, accounts: [] },
      }))
    : []
  const { activeNamespace } = kit.store.getState()
  const isActive = ({ namespace }: { namespace: NamespaceId }) => Number(namespace === activeNamespace)
  for (const { namespace, event } of [...elsewhere, ...own].toSorted((a, b) => isActive(a) - isActive(b)))
    dispatchConnection(kit, namespace, event)
}
