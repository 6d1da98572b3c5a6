import { getPhone, type ListedWallet } from '@portico/core/internal'
import { useEffect, useState } from 'react'
import { text } from '../../../copy.ts'
import { useScope } from '../../../kit/KitContext.ts'
import { getMobileLink } from '../../../walletConnect/getMobileLink.ts'
import { openWallet, safeLink } from '../../../walletConnect/openWallet.ts'
import { usePairing } from '../../../walletConnect/usePairing.ts'
import { Button } from '../../parts/Button.tsx'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { Picture } from '../../parts/Picture.tsx'
import { QrCode } from '../../parts/QrCode.tsx'
import { Status } from '../../parts/Status.tsx'
import { Text } from '../../parts/Text.tsx'
import { DownloadLinks } from '../get-wallet/DownloadLinks.tsx'
import { PairingFailed } from './PairingFailed.tsx'

/** If the page is still visible this long after the tap, no app has opened. */
const openTimeoutMs = 2_500
const linkNames = { web: 'webapp_link', desktop: 'desktop_link' } as const

/** Opens a wallet by its link. Suggests alternatives if the wallet does not open. */
export function OpenLink({
  wallet,
  platform,
  isOpened = false,
}: {
  wallet: ListedWallet
  platform: 'mobile' | keyof typeof linkNames
  /** Whether the tap that chose the wallet has already opened its app. */
  isOpened?: boolean | undefined
}) {
  const { kit } = useScope()
  const pairing = usePairing({ method: 'mobile', wallet })
  const [openedAt, setOpenedAt] = useState(isOpened ? Date.now : undefined)
  const [isStuck, setStuck] = useState(false)
  const [isCodeShown, setCodeShown] = useState(false)
  const href = platform === 'mobile' ? getMobileLink(kit, wallet) : safeLink(wallet[linkNames[platform]])
  useEffect(() => {
    if (openedAt === undefined) return
    const timer = setTimeout(() => setStuck(true), openTimeoutMs)
    // The page is hidden: the wallet has opened.
    const onVisibility = () => document.visibilityState === 'hidden' && clearTimeout(timer)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [openedAt])
  if (pairing.status === 'rejected' || pairing.status === 'failed')
    return <PairingFailed pairing={pairing} wallet={wallet} />
  const uri = pairing.status === 'ready' ? pairing.uri : undefined

  function open(): void {
    if (uri === undefined || href === undefined) return
    openWallet({ kit, href, name: wallet.name, uri, isNewTab: platform === 'web' })
    setStuck(false)
    setOpenedAt(Date.now())
  }

  return (
    <div className="body waiting">
      <div className="center">
        <div className="ring" data-status={openedAt === undefined || isStuck ? 'idle' : 'waiting'}>
          <Picture listed={wallet.image_url} name={wallet.name} size={80} />
        </div>
        <Status isWaiting={!isStuck}>
          <h2>
            <Text id={isStuck ? 'wc.stuck' : 'connecting.waiting'} values={{ wallet: wallet.name }} />
          </h2>
          <p>
            <Text id={isStuck ? 'wc.stuckHelp' : 'wc.openHelp'} values={{ wallet: wallet.name }} />
          </p>
        </Status>
      </div>
      <Button
        kind="main"
        testId="w3m-connecting-widget-secondary-button"
        isBusy={uri === undefined}
        autoFocus
        onClick={open}
      >
        {text('wc.open')}
      </Button>
      <CopyButton kind="link" label="wc.copy" value={uri ?? ''} testId="wui-link-copy" />
      {isStuck && !isCodeShown && <DownloadLinks wallet={wallet} />}
      {isStuck && uri !== undefined && (
        <button
          type="button"
          className="link"
          aria-expanded={isCodeShown}
          onClick={() => setCodeShown(!isCodeShown)}
        >
          {text(getPhone() ? 'wc.otherPhone' : 'wc.phone')}
        </button>
      )}
      {isStuck && isCodeShown && uri !== undefined && (
        <div ref={scrollToEnd}>
          <QrCode
            value={uri}
            label={text('wc.qr')}
            logo={<Picture listed={wallet.image_url} name={wallet.name} />}
          />
        </div>
      )}
    </div>
  )
}

/** The code is the last part of the view, which can be higher than the screen. */
function scrollToEnd(code: HTMLElement | null): void {
  code?.scrollIntoView({ block: 'nearest' })
}
