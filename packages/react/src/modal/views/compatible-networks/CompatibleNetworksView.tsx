import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { NetworkPicture } from '../../parts/NetworkPicture.tsx'
import { compatibleNetworks } from './compatibleNetworks.ts'

/** Lists the networks on which the account can receive at its address. */
export function CompatibleNetworksView() {
  const { kit } = useScope()
  const state = useKitState((all) => all)
  return (
    <div className="body">
      <p className="muted">{text('receive.networksHelp')}</p>
      <ul className="rows" aria-label={text('receive.networks')}>
        {compatibleNetworks(kit, state).map((network) => (
          <li key={network.caipNetworkId} className="row plain">
            <NetworkPicture network={network} />
            <bdi className="grow line">{network.name}</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}
