import { getConnected, getNetwork } from '@portico/core'
import { text } from '../../../copy.ts'
import { useIdentity } from '../../../data/useIdentity.ts'
import { useSubject } from '../../../data/useSubject.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Avatar } from '../../../parts/Avatar.tsx'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { NetworkPicture } from '../../parts/NetworkPicture.tsx'
import { QrCode } from '../../parts/QrCode.tsx'
import { Row } from '../../parts/Row.tsx'
import { Text } from '../../parts/Text.tsx'
import { compatibleNetworks } from '../compatible-networks/compatibleNetworks.ts'
import { ReceiveAddress } from './ReceiveAddress.tsx'

/** Shows the account's name and avatar, and its address as a QR code and as text, with a button that copies it. */
export function ReceiveView() {
  const { kit, router } = useScope()
  const address = useKitState((state) => getConnected(state)?.address)
  const { name, image } = useIdentity(kit, useSubject())
  const network = useKitState(getNetwork)
  const state = useKitState((all) => all)
  const isSingle = compatibleNetworks(kit, state).length < 2
  if (!address) return null
  return (
    <div className="body receive">
      <QrCode
        value={address}
        label={text('receive.qr')}
        logo={network && <NetworkPicture network={network} />}
      />
      {name && (
        <p className="name">
          <Avatar address={address} image={image} size={24} />
          <bdi className="line">{name}</bdi>
        </p>
      )}
      <ReceiveAddress address={address} />
      {network !== undefined &&
        (isSingle ? (
          <p className="muted">
            <Text id="receive.help" values={{ network: network.name }} />
          </p>
        ) : (
          <Row
            label={text('receive.networks')}
            note={text('receive.networksNote')}
            onClick={() => router.push({ name: 'compatible-networks' })}
          />
        ))}
      <CopyButton
        kind="main"
        label="receive.copy"
        value={address}
        testId="receive-address-copy-button"
        autoFocus
      />
    </div>
  )
}
