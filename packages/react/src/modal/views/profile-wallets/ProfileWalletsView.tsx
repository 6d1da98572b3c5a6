import { activateNamespace, disconnect, getConnected } from '@portico/core'
import { text } from '../../../copy.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Row } from '../../parts/Row.tsx'
import { ConnectedRow } from './ConnectedRow.tsx'

/** Lists the connected wallets: activates one, disconnects one or all, and connects wallets for other namespaces. */
export function ProfileWalletsView() {
  const { kit, router } = useScope()
  const state = useKitState((all) => all)
  const namespaces = [...kit.namespaces.keys()].filter((id) =>
    state.networks.some(({ chainNamespace }) => chainNamespace === id),
  )
  const connected = namespaces.filter((id) => getConnected(state, id))
  return (
    <div className="body">
      <ul className="rows" aria-label={text('namespaces.list')}>
        {connected.map((namespace) => (
          <li key={namespace} className="connection">
            <ConnectedRow
              namespace={namespace}
              onClick={() => {
                activateNamespace(kit, { namespace })
                router.reset({ name: 'account' })
              }}
            />
          </li>
        ))}
        {namespaces
          .filter((id) => !connected.includes(id))
          .map((namespace) => (
            <li key={namespace}>
              <Row
                picture={
                  <span className="medal" data-shape="square">
                    <Icon name="wallet" />
                  </span>
                }
                label={text('namespaces.connect', { namespace: text(`namespace.${namespace}`) })}
                end={<Icon name="chevron" size={18} />}
                testId="add-connection-button"
                onClick={() => router.push({ name: 'connect', namespace })}
              />
            </li>
          ))}
      </ul>
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
