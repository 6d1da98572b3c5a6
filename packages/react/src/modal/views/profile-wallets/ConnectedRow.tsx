import {
  type Account,
  disconnect,
  findNetwork,
  getConnected,
  getNetwork,
  switchConnection,
  truncateAddress,
} from '@portico/core'
import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import { text } from '../../../copy.ts'
import { useIdentity } from '../../../data/useIdentity.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Avatar } from '../../../parts/Avatar.tsx'
import { Row } from '../../parts/Row.tsx'
import { Text } from '../../parts/Text.tsx'
import { useWalletName } from './useWalletName.ts'

/** A connected wallet: makes it the one in use, or disconnects it. */
export function ConnectedRow({
  namespace,
  connectorId,
  accounts,
  networkId,
}: {
  namespace: NamespaceId
  connectorId: string
  accounts: readonly Account[]
  networkId: CaipNetworkId
}) {
  const { kit, router } = useScope()
  const state = useKitState((all) => all)
  const wallet = useWalletName({ namespace, connectorId })
  const isActive = getConnected(state, namespace)?.connectorId === connectorId
  const isInUse = isActive && state.activeNamespace === namespace
  const address = accounts[0]?.address
  const { name, image } = useIdentity(kit, address === undefined ? undefined : { address, networkId })
  const network = isActive ? getNetwork(state, namespace) : findNetwork(state, networkId)
  if (address === undefined) return null
  const activate = () =>
    switchConnection(kit, { namespace, connectorId }).then(
      () => router.reset({ name: 'account' }),
      (error: unknown) => {
        kit.logger.warn('Switching to another wallet failed.', error)
        router.showSnack({ kind: 'error', text: 'connections.switchFailed' })
      },
    )
  return (
    <>
      <Row
        picture={<Avatar address={address} image={image} size={40} />}
        label={name ?? truncateAddress(address)}
        note={
          <Text
            id="namespaces.wallet"
            values={{
              wallet,
              network: network?.name ?? text(`namespace.${namespace}`),
            }}
          />
        }
        end={
          isInUse ? (
            <span className="tag" data-kind="good">
              {text('namespaces.active')}
            </span>
          ) : undefined
        }
        testId={
          isInUse
            ? 'wui-active-profile-wallet-item'
            : `wui-profile-wallet-item-${namespace}${isActive ? '' : `-${connectorId}`}`
        }
        isCurrent={isInUse}
        autoFocus={isInUse}
        onClick={() => void activate()}
      />
      <button
        type="button"
        className="ib"
        data-testid={`disconnect-button-${namespace}${isActive ? '' : `-${connectorId}`}`}
        aria-label={text('namespaces.disconnect', { wallet, namespace: text(`namespace.${namespace}`) })}
        onClick={() => void disconnect(kit, { namespace, connectorId })}
      >
        <Icon name="exit" size={18} />
      </button>
    </>
  )
}
