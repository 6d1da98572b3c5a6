import { disconnect, getConnected, getConnectorDetails, getNetwork } from '@portico/core'
import { track } from '@portico/core/internal'
import { activeWallet } from '../../../connections/activeWallet.ts'
import { text } from '../../../copy.ts'
import { useIdentity } from '../../../data/useIdentity.ts'
import { useSubject } from '../../../data/useSubject.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Avatar } from '../../../parts/Avatar.tsx'
import { AccountTypeSwitch } from '../../parts/AccountTypeSwitch.tsx'
import { ConnectedWallet } from '../../parts/ConnectedWallet.tsx'
import { CopyAddress } from '../../parts/CopyAddress.tsx'
import { NetworkPicture } from '../../parts/NetworkPicture.tsx'
import { Row } from '../../parts/Row.tsx'
import { useConnectedWallet } from '../../parts/useConnectedWallet.ts'
import { hasSmartAccounts } from './hasSmartAccounts.ts'

/** Shows the account's address, wallet and network, and disconnects. */
export function AccountSettingsView() {
  const { kit, router } = useScope()
  const address = useKitState((state) => getConnected(state)?.address)
  const { name, image } = useIdentity(kit, useSubject())
  const network = useKitState((state) => getNetwork(state))
  const isEmbedded = useKitState((state) => getConnectorDetails(state)?.type === 'AUTH')
  const hasSmart = useKitState(hasSmartAccounts)
  const isSmartHere = useKitState(
    (state) => network && state.embedded?.smartAccountNetworkIds?.includes(network.caipNetworkId),
  )
  const wallet = useConnectedWallet()
  const email = useKitState((state) => state.embedded?.email)
  const canSwitch = useKitState((state) => state.settings.enableNetworkSwitch)
  const canRegisterName = useKitState(
    (state) =>
      state.settings.features.names &&
      kit.options.gatewayUrl !== undefined &&
      kit.namespaces.get(state.activeNamespace)?.hasNames === true,
  )
  if (!address) return null
  const { walletUrl } = kit.options
  const openOwnPage =
    isEmbedded && walletUrl
      ? () => window.open(new URL('/manage', walletUrl), '_blank', 'noopener')
      : undefined
  return (
    <div className="body">
      <div className="me">
        <Avatar address={address} image={image} size={64} />
        {name && (
          <p className="name line">
            <bdi>{name}</bdi>
          </p>
        )}
        <CopyAddress address={address} testId="account-settings-address" />
      </div>
      {openOwnPage && (
        <Row
          picture={
            <span className="medal" data-shape="square" data-tone="warn">
              <Icon name="warning" />
            </span>
          }
          label={text('settings.upgrade')}
          note={text('settings.upgradeHelp')}
          testId="w3m-wallet-upgrade-card"
          isWhole
          onClick={() => {
            track(kit, 'EMAIL_UPGRADE_FROM_MODAL')
            openOwnPage()
          }}
        />
      )}
      {isEmbedded && (
        <Row
          picture={
            <span className="medal" data-shape="square">
              <Icon name="mail" />
            </span>
          }
          label={email ?? wallet.name}
          note={text('email.edit')}
          testId="w3m-account-email-update"
          isWhole
          onClick={() => router.push({ name: 'update-email' })}
        />
      )}
      {hasSmart && (
        <>
          {isSmartHere && <AccountTypeSwitch />}
          <Row
            picture={
              <span className="medal" data-shape="square">
                <Icon name="trade" />
              </span>
            }
            label={text('settings.smartAccount')}
            note={text('settings.smartAccountHelp')}
            testId="account-smart-account-settings-button"
            isWhole
            onClick={() => router.push({ name: 'smart-account-settings' })}
          />
        </>
      )}
      {openOwnPage && (
        <Row
          picture={
            <span className="medal" data-shape="square">
              <Icon name="key" />
            </span>
          }
          label={text('settings.openWallet')}
          testId="w3m-secure-website-button"
          onClick={openOwnPage}
        />
      )}
      {!isEmbedded && <ConnectedWallet />}
      {network &&
        (canSwitch ? (
          <Row
            picture={<NetworkPicture network={network} />}
            label={network.name}
            note={text('settings.network')}
            end={
              <span className="end" data-testid="account-switch-network-button">
                <Icon name="chevron" size={18} />
              </span>
            }
            testId="w3m-account-select-network"
            autoFocus
            onClick={() => router.push({ name: 'networks' })}
          />
        ) : (
          <div className="row plain">
            <NetworkPicture network={network} />
            <span className="grow">
              <bdi className="line">{network.name}</bdi>
              <small>{text('settings.network')}</small>
            </span>
          </div>
        ))}
      {canRegisterName && (
        <Row
          picture={
            <span className="medal" data-shape="square">
              <Icon name="person" />
            </span>
          }
          label={text('settings.chooseName')}
          note={text('settings.chooseNameHelp')}
          testId="account-choose-name-button"
          isWhole
          onClick={() => router.push({ name: 'register-name' })}
        />
      )}
      <Row
        picture={
          <span className="medal" data-shape="square">
            <Icon name="exit" />
          </span>
        }
        label={text('action.disconnect')}
        testId="disconnect-button"
        onClick={() => void disconnect(kit, activeWallet(kit.store.getState()))}
      />
    </div>
  )
}
