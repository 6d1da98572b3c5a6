import { text } from '../../../copy.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { Button } from '../../parts/Button.tsx'
import { Text } from '../../parts/Text.tsx'
import type { View } from '../../router.ts'

/** A request waits in a wallet elsewhere: where to, and the link there on a phone. */
export function OpenWalletView({ view }: { view: View }) {
  if (view.name !== 'open-wallet') return null
  const { wallet, link } = view
  return (
    <div className="body waiting">
      <div className="center">
        <div className="ring" data-status="waiting">
          <span className="medal">
            <Icon name="wallet" size={32} />
          </span>
        </div>
        <div className="center-words" role="status">
          <h2>
            <Text id="connecting.waiting" values={{ wallet }} />
          </h2>
          <p>{text(link === undefined ? 'wc.requestElsewhere' : 'wc.requestHelp')}</p>
        </div>
      </div>
      {link !== undefined && (
        // Inside the visitor's own press: browsers open apps for a person only.
        <Button kind="main" autoFocus onClick={() => void window.open(link, '_self', 'noreferrer noopener')}>
          {text('wc.open')}
        </Button>
      )}
    </div>
  )
}
