import type { Network } from '@portico/core'
import type { SmartAccountOnNetwork } from '@portico/core/smartAccounts'
import { text } from '../../../copy.ts'
import { Button } from '../../parts/Button.tsx'
import { NetworkPicture } from '../../parts/NetworkPicture.tsx'
import { ChangeMessage } from './ChangeMessage.tsx'
import { useChange } from './useChange.ts'
import { useKeptFocus } from './useKeptFocus.ts'

/** Shows whether smart-account features are on, on a network, and turns them off. */
export function NetworkState({
  network,
  state,
}: {
  network: Network
  state: SmartAccountOnNetwork['state']
}) {
  const { name, caipNetworkId: networkId } = network
  const change = useChange({ kind: 'turn-off', networkId })
  const isForeign = state === 'foreign'
  const canTurnOff = state === 'on' || isForeign
  const row = useKeptFocus<HTMLDivElement>(canTurnOff)
  return (
    <li className="smart-section">
      <div className="row plain" ref={row} tabIndex={-1}>
        <NetworkPicture network={network} />
        <span className="grow">
          <bdi className="line">{name}</bdi>
          <small className="line">{text(`smart.state.${state}`)}</small>
        </span>
        {canTurnOff && (
          <Button
            kind="link"
            label={text(isForeign ? 'smart.removeOn' : 'smart.turnOffOn', { network: name })}
            isBusy={change.isRunning}
            autoFocus={change.isLatest}
            onClick={change.start}
          >
            {text(isForeign ? 'smart.remove' : 'smart.turnOff')}
          </Button>
        )}
      </div>
      <ChangeMessage change={change} networkId={networkId} />
    </li>
  )
}
