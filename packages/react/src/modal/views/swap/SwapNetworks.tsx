import { track } from '@portico/core/internal'
import { text } from '../../../copy.ts'
import { useSubject } from '../../../data/useSubject.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { NetworkList } from '../../parts/NetworkList.tsx'

/** Says that the network has no swaps, and lists the networks that do. */
export function SwapNetworks({ chains }: { chains: readonly string[] }) {
  const { kit } = useScope()
  const { networkId } = useSubject()
  const networks = useKitState((state) => state.networks).filter(
    ({ caipNetworkId, chainNamespace }) =>
      chains.includes(caipNetworkId) && kit.namespaces.get(chainNamespace)?.swaps !== undefined,
  )
  const isEmpty = networks.length === 0
  return (
    <div className="body">
      <div className="center" role="status">
        <h2>{text('swap.unsupported')}</h2>
        <p>{text(isEmpty ? 'swap.unsupportedNone' : 'swap.unsupportedHelp')}</p>
      </div>
      {!isEmpty && (
        <div onClickCapture={() => track(kit, 'CLICK_SELECT_NETWORK_TO_SWAP', { network: networkId })}>
          <NetworkList networks={networks} autoFocus />
        </div>
      )}
    </div>
  )
}
