import { getPhone } from '@portico/core/internal'
import { text } from '../../../copy.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useScope } from '../../../kit/KitContext.ts'
import { isPairingPrepared } from '../../../walletConnect/openPreparedWallet.ts'
import { viewNamespace } from '../../viewNamespace.ts'

/** On a phone, leads to the QR code for a wallet on another device. Elsewhere the row of WalletConnect does. */
export function ScanButton() {
  const { kit, router } = useScope()
  const canPair = kit.options.walletConnect !== undefined || isPairingPrepared(kit)
  if (getPhone() === undefined || !canPair) return null
  return (
    <button
      type="button"
      className="ib"
      aria-label={text('wc.showQr')}
      onClick={() => router.push({ name: 'connecting-wallet-connect', namespace: viewNamespace(router) })}
    >
      <Icon name="qr" />
    </button>
  )
}
