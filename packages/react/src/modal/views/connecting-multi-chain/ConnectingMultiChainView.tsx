import { getConnected, getNetwork } from '@portico/core'
import { mergeConnectors } from '@portico/core/internal'
import type { NamespaceId } from '@portico/protocol'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { getConnectorImage } from '../../../parts/getConnectorImage.ts'
import { requestConnection } from '../../attempts.ts'
import { NetworkPicture } from '../../parts/NetworkPicture.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { Text } from '../../parts/Text.tsx'
import type { View } from '../../router.ts'

/** Asks which namespace to connect of a wallet that supports several. */
export function ConnectingMultiChainView({ view }: { view: View }) {
  const scope = useScope()
  const state = useKitState((all) => all)
  const id = view.name === 'connecting-multi-chain' ? view.connectorId : ''
  const wallet = mergeConnectors(state.connectors).find(({ members }) =>
    members.some((member) => member.id === id),
  )
  const name = wallet?.name ?? id
  const networkNames = (namespace: NamespaceId) =>
    state.networks.flatMap((network) => (network.chainNamespace === namespace ? network.name : []))
  return (
    <div className="body">
      <div className="center">
        <Picture src={getConnectorImage(state, { ...wallet, id })} name={name} size={80} />
        <h2>{text('namespaces.choose')}</h2>
        <p>
          <Text id="namespaces.chooseHelp" values={{ wallet: name }} />
        </p>
      </div>
      <ul className="rows" aria-label={text('namespaces.list')}>
        {wallet?.members.map((member, index) => {
          const { namespace } = member
          const network = getNetwork(state, namespace)
          const isConnected = getConnected(state, namespace)?.connectorId === member.id
          return (
            <li key={namespace}>
              <Row
                picture={network && <NetworkPicture network={network} />}
                label={text(`namespace.${namespace}`)}
                note={<bdi>{networkNames(namespace).join(', ')}</bdi>}
                end={
                  isConnected ? (
                    <span className="tag" data-kind="good">
                      {text('namespaces.connected')}
                    </span>
                  ) : undefined
                }
                testId={`wui-list-chain-${namespace}`}
                autoFocus={index === 0}
                onClick={() => void requestConnection(scope, member)}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
