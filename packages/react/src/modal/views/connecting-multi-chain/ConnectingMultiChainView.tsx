import { getConnected, getNetwork, mergeConnectors } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import { text } from '../../../copy.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { askToConnect } from '../../attempts.ts'
import { NetworkPicture } from '../../parts/NetworkPicture.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { Text } from '../../parts/Text.tsx'
import type { View } from '../../router.ts'

/** A wallet of several families of chains: which one shall it connect? */
export function ConnectingMultiChainView({ view }: { view: View }) {
  const scope = useScope()
  const state = useKitState((all) => all)
  const id = view.name === 'connecting-multi-chain' ? view.connectorId : ''
  const wallet = mergeConnectors(state.connectors).find(({ members }) =>
    members.some((member) => member.id === id),
  )
  const name = wallet?.name ?? id
  const namesOf = (family: NamespaceId) =>
    state.networks.flatMap(({ chainNamespace, name: one }) => (chainNamespace === family ? one : []))
  return (
    <div className="body">
      <div className="center">
        <Picture src={state.settings.connectorImages[id] ?? wallet?.icon} name={name} size={80} />
        <h2>{text('families.choose')}</h2>
        <p>
          <Text id="families.chooseHelp" values={{ wallet: name }} />
        </p>
      </div>
      <ul className="rows" aria-label={text('families.list')}>
        {wallet?.members.map((member, index) => {
          const { namespace } = member
          const network = getNetwork(state, namespace)
          const isConnected = getConnected(state, namespace)?.connectorId === member.id
          return (
            <li key={namespace}>
              <Row
                picture={network && <NetworkPicture network={network} />}
                label={text(`family.${namespace}`)}
                note={<bdi>{namesOf(namespace).join(', ')}</bdi>}
                end={
                  isConnected ? (
                    <span className="tag" data-kind="good">
                      {text('families.connected')}
                    </span>
                  ) : (
                    <Icon name="chevron" size={18} />
                  )
                }
                testId={`wui-list-chain-${namespace}`}
                autoFocus={index === 0}
                onClick={() => void askToConnect(scope, member)}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
