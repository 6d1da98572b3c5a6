import { disconnect } from '@portico/core'
import { text } from '../../../copy.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { NetworkList } from '../../parts/NetworkList.tsx'
import { Row } from '../../parts/Row.tsx'

/**
 * Shown while the wallet is on a chain the application does not list: the visitor switches the network or disconnects.
 */
export function UnsupportedChainView() {
  const { kit } = useScope()
  const namespace = useKitState((state) => state.activeNamespace)
  const all = useKitState((state) => state.networks)
  return (
    <div className="body">
      <div className="center">
        <h2>{text('unsupported.heading')}</h2>
        <p>{text('unsupported.help')}</p>
      </div>
      <NetworkList networks={all.filter((network) => network.chainNamespace === namespace)} autoFocus />
      <hr />
      <Row
        picture={
          <span className="medal" data-shape="square">
            <Icon name="exit" />
          </span>
        }
        label={text('action.disconnect')}
        testId="disconnect-button"
        onClick={() => void disconnect(kit, { namespace })}
      />
    </div>
  )
}
