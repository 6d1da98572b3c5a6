import { getPhone, type ListedWallet } from '@portico/core/internal'
import { text } from '../../../copy.ts'
import { useScope } from '../../../kit/KitContext.ts'
import { usePairing } from '../../../walletConnect/usePairing.ts'
import { Button } from '../../parts/Button.tsx'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { QrCode } from '../../parts/QrCode.tsx'
import { Status } from '../../parts/Status.tsx'
import { Text } from '../../parts/Text.tsx'
import { PairingFailed } from './PairingFailed.tsx'

/** Shows the pairing URI as a QR code to scan with a wallet. */
export function ScanCode({ wallet }: { wallet: ListedWallet | undefined }) {
  const { kit, router } = useScope()
  const { icons, name } = kit.metadata
  const pairing = usePairing({ method: 'qrcode', wallet })
  if (pairing.status === 'rejected' || pairing.status === 'failed')
    return <PairingFailed pairing={pairing} wallet={wallet} />
  return (
    <div className="body receive">
      {pairing.status === 'ready' ? (
        <QrCode
          value={pairing.uri}
          label={text('wc.qr')}
          logo={
            wallet ? (
              <Picture listed={wallet.image_url} name={wallet.name} />
            ) : (
              <Picture src={icons[0]} name={name || location.host} />
            )
          }
        />
      ) : (
        <div className="qr bone" aria-hidden="true" />
      )}
      <Status isWaiting={pairing.status !== 'ready'}>
        <p className="muted">
          {pairing.status === 'ready' ? (
            <Text
              id={getPhone() ? 'wc.scanElsewhere' : wallet ? 'wc.scanWith' : 'wc.scan'}
              values={{ wallet: wallet?.name ?? '' }}
            />
          ) : (
            text('action.loading')
          )}
        </p>
      </Status>
      <CopyButton
        label="wc.copy"
        value={pairing.status === 'ready' ? pairing.uri : ''}
        testId="copy-wc2-uri"
        autoFocus
      />
      {wallet && (
        <Button kind="link" onClick={() => router.push({ name: 'get-wallet', wallet })}>
          <span>
            <Text id="wc.get" values={{ wallet: wallet.name }} />
          </span>
        </Button>
      )}
    </div>
  )
}
