import { getConnected, getNetwork } from '@portico/core'
import { text } from '../../../copy.ts'
import { useIdentity } from '../../../data/useIdentity.ts'
import { useSubject } from '../../../data/useSubject.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { NetworkPicture } from '../../parts/NetworkPicture.tsx'
import { QrCode } from '../../parts/QrCode.tsx'
import { Text } from '../../parts/Text.tsx'

/** Shows the account's name, and its address as a QR code and as text, with a button that copies it. */
export function ReceiveView() {
  const address = useKitState((state) => getConnected(state)?.address)
  const { name } = useIdentity(useScope().kit, useSubject())
  const network = useKitState(getNetwork)
  if (!address) return null
  return (
    <div className="body receive">
      <QrCode
        value={address}
        label={text('receive.qr')}
        logo={network && <NetworkPicture network={network} />}
      />
      {name && (
        <p className="name line">
          <bdi>{name}</bdi>
        </p>
      )}
      <p className="address" dir="ltr">
        {address}
      </p>
      {network !== undefined && (
        <p className="muted">
          <Text id="receive.help" values={{ network: network.name }} />
        </p>
      )}
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
