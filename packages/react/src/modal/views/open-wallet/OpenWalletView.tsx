import { text } from '../../../copy.ts'
import { useKitState } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { Status } from '../../parts/Status.tsx'
import { Text } from '../../parts/Text.tsx'
import type { View } from '../../router.ts'

/** Shows that a request is pending in a wallet on another device, or in an app with a link to open it. */
export function OpenWalletView({ view }: { view: View }) {
  return view.name === 'open-wallet' ? <OpenWallet wallet={view.wallet} link={view.link} /> : null
}

function OpenWallet({ wallet, link }: { wallet: string; link: string | undefined }) {
  const icon = useKitState(
    ({ connectors }) => connectors.find(({ walletName }) => walletName === wallet)?.walletIcon,
  )
  return (
    <div className="body waiting">
      <div className="center">
        <div className="ring" data-status="waiting">
          <Picture src={icon} name={wallet} size={80} />
        </div>
        <Status isWaiting>
          <h2>
            <Text id="connecting.waiting" values={{ wallet }} />
          </h2>
          <p>{text(link === undefined ? 'wc.requestElsewhere' : 'wc.requestHelp')}</p>
        </Status>
      </div>
      {link !== undefined && (
        // Synchronously in the click handler: browsers open apps only on a user gesture.
        <Button kind="main" autoFocus onClick={() => void window.open(link, '_self', 'noreferrer noopener')}>
          {text('wc.open')}
        </Button>
      )}
    </div>
  )
}
