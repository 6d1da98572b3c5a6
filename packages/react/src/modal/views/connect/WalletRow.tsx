import type { InstalledWallet } from '@portico/core/internal'
import { text } from '../../../copy.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { getConnectorImage } from '../../../parts/getConnectorImage.ts'
import { chooseInstalled } from '../../chooseInstalled.ts'
import { Picture } from '../../parts/Picture.tsx'
import { Row } from '../../parts/Row.tsx'
import { viewNamespace } from '../../viewNamespace.ts'

/** An installed wallet, or WalletConnect. */
export function WalletRow({
  wallet,
  autoFocus,
  isRecent,
}: {
  wallet: InstalledWallet
  autoFocus: boolean
  isRecent: boolean
}) {
  const scope = useScope()
  const picture = useKitState((state) => getConnectorImage(state, wallet))
  const { id, name, type } = wallet
  const isRemote = type === 'WALLET_CONNECT'
  return (
    <Row
      picture={
        isRemote && !picture ? (
          <span className="medal" data-shape="square">
            <Icon name="qr" />
          </span>
        ) : (
          <Picture src={picture} name={name} />
        )
      }
      label={name}
      end={
        <span className="tag" data-kind={isRecent || isRemote ? 'plain' : 'good'}>
          {text(isRemote ? 'wc.tag' : isRecent ? 'connect.recent' : 'connect.installed')}
        </span>
      }
      testId={`wallet-selector-${id.toLowerCase()}`}
      autoFocus={autoFocus}
      onClick={() => {
        const { router } = scope
        if (isRemote) router.push({ name: 'connecting-wallet-connect', namespace: viewNamespace(router) })
        else chooseInstalled(scope, wallet)
      }}
    />
  )
}
