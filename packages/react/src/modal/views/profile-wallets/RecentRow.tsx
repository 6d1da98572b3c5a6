import { deleteConnection, type OtherConnection, truncateAddress } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import { text } from '../../../copy.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Avatar } from '../../../parts/Avatar.tsx'
import { Row } from '../../parts/Row.tsx'
import { Text } from '../../parts/Text.tsx'
import { connectRecent } from './connectRecent.ts'
import { useWalletName } from './useWalletName.ts'

/** A wallet that was disconnected: connects it again, or removes it from the list. */
export function RecentRow({
  namespace,
  connection: { connectorId, accounts },
}: {
  namespace: NamespaceId
  connection: OtherConnection
}) {
  const scope = useScope()
  const wallet = useWalletName({ namespace, connectorId })
  const isAvailable = useKitState(({ connectors }) =>
    connectors.some((connector) => connector.id === connectorId && connector.namespace === namespace),
  )
  const [account] = accounts
  if (!account) return null
  const forgetAll = async () => {
    for (const { address } of accounts) await deleteConnection(scope.kit, { namespace, connectorId, address })
  }
  return (
    <>
      <Row
        picture={<Avatar address={account.address} size={40} />}
        label={truncateAddress(account.address)}
        note={
          <Text
            id={isAvailable ? 'connections.recentWallet' : 'connections.unavailable'}
            values={{ wallet }}
          />
        }
        end={isAvailable ? undefined : null}
        disabled={!isAvailable}
        onClick={() => connectRecent(scope, { namespace, connectorId })}
      />
      <button
        type="button"
        className="ib"
        aria-label={text('connections.forget', { wallet, address: truncateAddress(account.address) })}
        onClick={() => void forgetAll()}
      >
        <Icon name="close" size={18} />
      </button>
    </>
  )
}
