import { activateNamespace, disconnect, getConnected } from '@portico/core'
import { text } from '../../../copy.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Row } from '../../parts/Row.tsx'
import { ConnectedRow } from './ConnectedRow.tsx'

/** Which families of chains have a wallet: go to one, disconnect one or all, connect another. */
export function ProfileWalletsView() {
  const { kit, router } = useScope()
  const state = useKitState((all) => all)
  const families = [...kit.namespaces.keys()].filter((family) =>
    state.networks.some(({ chainNamespace }) => chainNamespace === family),
  )
  const connected = families.filter((family) => getConnected(state, family))
  return (
    <div className="body">
      <ul className="rows" aria-label={text('families.list')}>
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
        {families
          .filter((family) => !connected.includes(family))
          .map((namespace) => (
            <li key={namespace}>
              <Row
                picture={
                  <span className="medal" data-shape="square">
                    <Icon name="wallet" />
                  </span>
                }
                label={text('families.connect', { family: text(`family.${namespace}`) })}
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
        label={text('families.disconnectAll')}
        testId="disconnect-all-button"
        onClick={() => void disconnect(kit)}
      />
    </div>
  )
}
