import type { ListedWallet } from '@portico/core/internal'
import { text } from '../../../copy.ts'
import type { usePairing } from '../../../walletConnect/usePairing.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
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
  return (
    <div className="body">
      <Notice
        icon={isRejected ? 'close' : 'warning'}
        role="status"
        title={text(isRejected ? 'connecting.rejected' : 'wc.failed')}
        help={
          <Text id={isRejected ? 'connecting.rejectedHelp' : 'wc.failedHelp'} values={{ wallet: name }} />
        }
      >
        <Button kind="main" testId="w3m-connecting-widget-secondary-button" autoFocus onClick={pairing.retry}>
          {text('action.tryAgain')}
        </Button>
      </Notice>
    </div>
  )
}
