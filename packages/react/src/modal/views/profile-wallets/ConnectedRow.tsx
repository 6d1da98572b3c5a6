import { disconnect, getConnected, getConnectorDetails, getNetwork, truncateAddress } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import { text } from '../../../copy.ts'
import { useIdentity } from '../../../data/useIdentity.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Avatar } from '../../../parts/Avatar.tsx'
import { Row } from '../../parts/Row.tsx'
import { Text } from '../../parts/Text.tsx'

/** A connected account with a button that disconnects it. */
export function ConnectedRow({ namespace, onClick }: { namespace: NamespaceId; onClick: () => void }) {
  const { kit } = useScope()
  const state = useKitState((all) => all)
  const connection = getConnected(state, namespace)
  const { name, image } = useIdentity(kit, connection)
  const address = connection?.address
  const details = getConnectorDetails(state, namespace)
  const wallet = details?.walletName ?? details?.name ?? ''
  const isActive = state.activeNamespace === namespace
  if (!address) return null
  return (
    <>
      <Row
        picture={<Avatar address={address} image={image} size={40} />}
        label={name ?? truncateAddress(address)}
        note={
          <Text
            id="namespaces.wallet"
            values={{ wallet, network: getNetwork(state, namespace)?.name ?? text(`namespace.${namespace}`) }}
          />
        }
        end={
          isActive ? (
            <span className="tag" data-kind="good" data-testid="active-connection">
              {text('namespaces.active')}
            </span>
          ) : (
            <Icon name="chevron" size={18} />
          )
        }
        testId={isActive ? 'wui-active-profile-wallet-item' : `wui-profile-wallet-item-${namespace}`}
        isCurrent={isActive}
        autoFocus={isActive}
        onClick={onClick}
      />
      <button
        type="button"
        className="ib"
        data-testid={`disconnect-button-${namespace}`}
        aria-label={text('namespaces.disconnect', { wallet, namespace: text(`namespace.${namespace}`) })}
        onClick={() => void disconnect(kit, { namespace })}
      >
        <Icon name="exit" size={18} />
      </button>
    </>
  )
}
