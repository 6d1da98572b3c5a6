import { findInstalled, getPhone } from '@portico/core/internal'
import { text } from '../../../copy.ts'
import { useKitState } from '../../../kit/KitContext.ts'
import { listPlatforms, type Platform } from '../../../walletConnect/listPlatforms.ts'
import { Tabs } from '../../parts/Tabs.tsx'
import type { View } from '../../router.ts'
import { ConnectingStep } from '../connecting-external/ConnectingStep.tsx'
import { Downloads } from '../get-wallet/Downloads.tsx'
import { OpenLink } from './OpenLink.tsx'
import { ScanCode } from './ScanCode.tsx'

/** Connects a wallet on another device, in another app or on the web; without `wallet`, any WalletConnect wallet. */
export function ConnectingWalletConnectView({ view }: { view: View }) {
  const { wallet, isOpened, namespace } =
    view.name === 'connecting-wallet-connect'
      ? view
      : { wallet: undefined, isOpened: undefined, namespace: undefined }
  const installed = useKitState((state) => (wallet ? findInstalled(state, wallet, namespace) : undefined))
  const isPhone = getPhone() !== undefined
  const platforms = listPlatforms({ wallet, isInstalled: installed !== undefined, isPhone })

  const panels: Record<Platform, () => React.ReactNode> = {
    browser: () => installed && <ConnectingStep connectorId={installed.id} namespace={installed.namespace} />,
    qrcode: () => <ScanCode wallet={wallet} />,
    mobile: () => wallet && <OpenLink wallet={wallet} platform="mobile" isOpened={isOpened} />,
    web: () => wallet && <OpenLink wallet={wallet} platform="web" />,
    desktop: () => wallet && <OpenLink wallet={wallet} platform="desktop" />,
    unsupported: () => wallet && <Downloads wallet={wallet} />,
  }
  if (platforms.length === 1) return panels[platforms[0]]()
  return (
    <div className="platforms">
      <Tabs
        label={text('wc.platforms')}
        tabs={platforms.map((id) => ({ id, label: text(`wc.platform.${id}`), panel: panels[id] }))}
      />
    </div>
  )
}
