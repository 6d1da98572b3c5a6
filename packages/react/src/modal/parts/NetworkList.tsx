import { getConnected, getNetworkId, type Network, switchNetwork } from '@portico/core'
import { isApproved } from '@portico/core/internal'
import { text } from '../../copy.ts'
import { useKitState, useScope } from '../../kit/KitContext.ts'
import { runAttempt } from '../attempts.ts'
import { leaveNetworks } from '../leaveNetworks.ts'
import { NetworkPicture } from './NetworkPicture.tsx'
import { Row } from './Row.tsx'

/**
 * Lists networks to switch to. The active one is marked; choosing it goes back. Networks that the wallet has not
 * approved come last and cannot be chosen.
 */
export function NetworkList({ networks, autoFocus }: { networks: readonly Network[]; autoFocus: boolean }) {
  const scope = useScope()
  const current = useKitState((state) => getNetworkId(state))
  const isConnected = useKitState((state) => getConnected(state) !== undefined)
  const state = useKitState((all) => all)
  const approved = networks.filter((network) => isApproved(state, network))
  const others = networks.filter((network) => !approved.includes(network))

  async function choose(network: Network): Promise<void> {
    const { caipNetworkId, chainNamespace } = network
    if (isConnected && !getConnected(scope.kit.store.getState(), chainNamespace)) {
      scope.router.push({ name: 'switch-active-chain', networkId: caipNetworkId })
      return
    }
    if (caipNetworkId !== current) {
      const outcome = await runAttempt(scope, {
        key: `switch:${caipNetworkId}`,
        view: { name: 'switch-network', networkId: caipNetworkId },
        run: () => switchNetwork(scope.kit, { network }),
      })
      if (outcome === 'shown') return
    }
    leaveNetworks(scope)
  }

  return (
    <ul className="rows" aria-label={text('networks.list')}>
      {[...approved, ...others].map((network, index) => (
        <li key={network.caipNetworkId}>
          <Row
            picture={<NetworkPicture network={network} />}
            label={network.name}
            end={
              network.caipNetworkId === current && isConnected ? (
                <span className="tag" data-kind="good">
                  {text('networks.connected')}
                </span>
              ) : others.includes(network) ? (
                <span className="tag" data-kind="plain">
                  {text('networks.notApproved')}
                </span>
              ) : undefined
            }
            disabled={others.includes(network) && network.caipNetworkId !== current}
            testId={`w3m-network-switch-${network.name}`}
            isCurrent={network.caipNetworkId === current}
            autoFocus={autoFocus && index === 0}
            onClick={() => void choose(network)}
          />
        </li>
      ))}
    </ul>
  )
}
