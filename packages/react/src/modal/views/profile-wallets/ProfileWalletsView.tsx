import { disconnect, getConnected, type OtherConnection, type State } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import { text } from '../../../copy.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Row } from '../../parts/Row.tsx'
import { ConnectedRow } from './ConnectedRow.tsx'
import { RecentRow } from './RecentRow.tsx'

/**
 * Lists the connected wallets: uses another one, disconnects one or all, and connects wallets for other namespaces. With
 * `features.multiWallet` also connects further wallets of a namespace and lists those used before.
 */
export function ProfileWalletsView() {
  const { kit, router } = useScope()
  const state = useKitState((all) => all)
  const { multiWallet } = state.settings.features
  const namespaces = [...kit.namespaces.keys()].filter((id) =>
    state.networks.some(({ chainNamespace }) => chainNamespace === id),
  )
  const connected = namespaces.flatMap((namespace) =>
    listConnected(state, namespace).map((connection) => ({ namespace, ...connection })),
  )
  const recent = namespaces.flatMap((namespace) =>
    listOthers(state, namespace, 'disconnected').map((connection) => ({ namespace, connection })),
  )
  const label = (namespace: NamespaceId) =>
    multiWallet && namespaces.length === 1
      ? text('connections.add')
      : text(multiWallet && getConnected(state, namespace) ? 'connections.addFor' : 'namespaces.connect', {
          namespace: text(`namespace.${namespace}`),
        })
  return (
    <div className="body">
      <ul className="rows" aria-label={text('namespaces.list')}>
        {connected.map((connection) => (
          <li
            key={`${connection.namespace}:${connection.connectorId}`}
            className="connection"
            data-testid="active-connection"
          >
            <ConnectedRow {...connection} />
          </li>
        ))}
        {namespaces
          .filter((id) => multiWallet || !getConnected(state, id))
          .map((namespace) => (
            <li key={namespace}>
              <Row
                picture={
                  <span className="medal" data-shape="square">
                    <Icon name="wallet" />
                  </span>
                }
                label={label(namespace)}
                isWhole
                testId="add-connection-button"
                onClick={() => router.push({ name: 'connect', namespace })}
              />
            </li>
          ))}
      </ul>
      {recent.length > 0 && (
        <>
          <h2 className="month">{text('connections.recent')}</h2>
          <ul className="rows" aria-label={text('connections.recent')}>
            {recent.map(({ namespace, connection }) => (
              <li
                key={`${namespace}:${connection.connectorId}`}
                className="connection"
                data-testid="recent-connection"
              >
                <RecentRow namespace={namespace} connection={connection} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Row
        picture={
          <span className="medal" data-shape="square">
            <Icon name="exit" />
          </span>
        }
        label={text('namespaces.disconnectAll')}
        testId="disconnect-all-button"
        onClick={() => void disconnect(kit)}
      />
    </div>
  )
}

/** Returns the connected wallets of a namespace, the active one first. */
function listConnected(state: State, namespace: NamespaceId) {
  const active = getConnected(state, namespace)
  return [...(active ? [active] : []), ...listOthers(state, namespace, 'connected')].map(
    ({ connectorId, accounts, networkId }) => ({ connectorId, accounts, networkId }),
  )
}

function listOthers(
  { otherConnections }: State,
  namespace: NamespaceId,
  status: OtherConnection['status'],
): readonly OtherConnection[] {
  return otherConnections?.[namespace]?.filter((other) => other.status === status) ?? []
}
