import { findNetwork } from '@portico/core'
import { type CaipNetworkId, parseCaipNetworkId } from '@portico/protocol'
import { text } from '../../../copy.ts'
import { useKitState } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'
import { Text } from '../../parts/Text.tsx'
import { ChangeMessage } from './ChangeMessage.tsx'
import { useChange } from './useChange.ts'

/** Ends all permissions on a network, those of other sites as well. */
export function RevokeAll({ networkId }: { networkId: CaipNetworkId }) {
  const name = useKitState((state) => findNetwork(state, networkId)?.name)
  const change = useChange({ kind: 'revoke-all', networkId })
  const network = name ?? text('permissions.unlisted', { id: parseCaipNetworkId(networkId).reference })
  const helpId = `revoke-all-${networkId}`
  return (
    <div className="permission">
      <Button
        describedBy={helpId}
        isBusy={change.isRunning}
        autoFocus={change.isLatest}
        onClick={change.start}
      >
        {text('permissions.revokeAll', { network })}
      </Button>
      <p className="muted" id={helpId}>
        <Text id="permissions.revokeAllHelp" values={{ network }} />
      </p>
      <ChangeMessage change={change} networkId={networkId} />
    </div>
  )
}
