import { findNetwork, getConnectorDetails, switchNetwork } from '@portico/core'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { leaveNetworks } from '../../leaveNetworks.ts'
import { NetworkPicture } from '../../parts/NetworkPicture.tsx'
import { useAttempt } from '../../parts/useAttempt.ts'
import { WaitingStep } from '../../parts/WaitingStep.tsx'
import type { View } from '../../router.ts'

/** Shows a request to a wallet to switch its network. */
export function SwitchNetworkView({ view }: { view: View }) {
  const scope = useScope()
  const networkId = view.name === 'switch-network' ? view.networkId : ''
  const network = useKitState((state) => findNetwork(state, networkId))
  const wallet = useKitState((state) => {
    const details = getConnectorDetails(state, network?.chainNamespace)
    return details?.walletName ?? details?.name
  })
  const { state, retry } = useAttempt({
    key: `switch:${networkId}`,
    run: () => switchNetwork(scope.kit, { network: networkId }),
    onDone: () => leaveNetworks(scope),
  })
  return (
    <WaitingStep
      kind="switch"
      state={state}
      values={{ wallet: wallet ?? text('switch.yourWallet'), network: network?.name ?? networkId }}
      picture={network && <NetworkPicture network={network} />}
      onRetry={retry}
    />
  )
}
