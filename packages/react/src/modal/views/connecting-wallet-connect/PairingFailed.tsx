import type { ListedWallet } from '@portico/core/internal'
import { text } from '../../../copy.ts'
import { Icon } from '../../../icons/Icon.tsx'
import type { usePairing } from '../../../walletConnect/usePairing.ts'
import { Button } from '../../parts/Button.tsx'
import { Status } from '../../parts/Status.tsx'
import { Text } from '../../parts/Text.tsx'

/** Shows that the wallet rejected the connection or could not be reached. */
export function PairingFailed({
  pairing,
  wallet,
}: {
  pairing: ReturnType<typeof usePairing>
  wallet: ListedWallet | undefined
}) {
  const name = wallet?.name ?? text('wc.anyWallet')
  const isRejected = pairing.status === 'rejected'
  const status = isRejected ? 'rejected' : 'failed'
  return (
    <div className="body waiting" data-status={status}>
      <div className="center">
        <div className="ring" data-status={status}>
          <span className="medal">
            <Icon name={isRejected ? 'close' : 'warning'} size={32} />
          </span>
        </div>
        <Status isWaiting={false}>
          <h2>{text(isRejected ? 'connecting.rejected' : 'wc.failed')}</h2>
          <p>
            <Text id={isRejected ? 'connecting.rejectedHelp' : 'wc.failedHelp'} values={{ wallet: name }} />
          </p>
        </Status>
      </div>
      <Button kind="main" testId="w3m-connecting-widget-secondary-button" autoFocus onClick={pairing.retry}>
        {text('action.tryAgain')}
      </Button>
    </div>
  )
}
