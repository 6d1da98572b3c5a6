import { getPhone } from '@portico/core/internal'
import { useState } from 'react'
import { text } from '../../../copy.ts'
import { SocialIcon } from '../../../social/SocialIcon.tsx'
import { Button } from '../../parts/Button.tsx'
import { CopyButton } from '../../parts/CopyButton.tsx'
import { QrCode } from '../../parts/QrCode.tsx'
import { Status } from '../../parts/Status.tsx'
import type { View } from '../../router.ts'
import { type FarcasterStatus, useFarcasterLogin } from './useFarcasterLogin.ts'

/**
 * Waits until the visitor has confirmed the login in the Farcaster app. Once connected, `effects.ts` closes the modal or shows
 * the sign-in view.
 */
export function ConnectingFarcasterView({ view }: { view: View }) {
  return view.name === 'connecting-farcaster' && <FarcasterStep namespace={view.namespace} />
}

function FarcasterStep({ namespace }: Pick<Extract<View, { name: 'connecting-farcaster' }>, 'namespace'>) {
  const [attempt, setAttempt] = useState(0)
  const { status, url, hold } = useFarcasterLogin({ namespace, attempt })
  if (status !== 'waiting')
    return <Ended status={status} hold={hold} again={() => setAttempt((count) => count + 1)} />
  return getPhone() === undefined ? <ScanCode url={url} /> : <OpenApp url={url} />
}

/** On a computer: the code for the phone that has the app. */
function ScanCode({ url }: { url: string | undefined }) {
  return (
    <div className="body receive">
      {url === undefined ? <div className="qr bone" aria-hidden="true" /> : <Code url={url} />}
      <Status isWaiting={url === undefined}>
        <p className="muted">{text(url === undefined ? 'action.loading' : 'farcaster.scan')}</p>
      </Status>
      <CopyButton label="wc.copy" value={url ?? ''} testId="wui-link-copy" autoFocus />
    </div>
  )
}

/** On a phone: the link to the app, and the code for those who have it on another phone. */
function OpenApp({ url }: { url: string | undefined }) {
  const [isCodeShown, setCodeShown] = useState(false)
  return (
    <div className="body waiting">
      <div className="center">
        <Medal status="waiting" />
        <Status isWaiting>
          <h2>{text('farcaster.openHelp')}</h2>
        </Status>
      </div>
      <Button kind="main" isBusy={url === undefined} autoFocus onClick={() => openApp(url ?? '')}>
        {text('farcaster.open')}
      </Button>
      <CopyButton kind="link" label="wc.copy" value={url ?? ''} testId="wui-link-copy" />
      <button
        type="button"
        className="link"
        aria-expanded={isCodeShown}
        onClick={() => setCodeShown(!isCodeShown)}
      >
        {text('wc.otherPhone')}
      </button>
      {isCodeShown && url !== undefined && (
        <div ref={scrollToEnd}>
          <Code url={url} />
        </div>
      )}
    </div>
  )
}

function Ended({
  status,
  hold = '',
  again,
}: {
  status: Exclude<FarcasterStatus, 'waiting'>
  hold: string | undefined
  again: () => void
}) {
  const isExpired = status === 'expired'
  const sentence = isExpired
    ? text('farcaster.expired')
    : text(`social.${status}`, { provider: farcasterName, time: hold })
  return (
    <div className="body waiting" data-status="failed">
      <div className="center">
        <Medal status="failed" />
        <Status isWaiting={false}>
          <h2>{sentence}</h2>
        </Status>
      </div>
      <Button kind="main" testId="w3m-connecting-widget-secondary-button" autoFocus onClick={again}>
        {text(isExpired ? 'farcaster.renew' : 'action.tryAgain')}
      </Button>
    </div>
  )
}

const farcasterName = 'Farcaster'

function Code({ url }: { url: string }) {
  return (
    <QrCode
      value={url}
      label={text('farcaster.qr')}
      logo={
        <span className="medal" data-shape="square">
          <SocialIcon provider="farcaster" size={28} />
        </span>
      }
    />
  )
}

function Medal({ status }: { status: 'waiting' | 'failed' }) {
  return (
    <div className="ring" data-status={status}>
      <span className="medal">
        <SocialIcon provider="farcaster" size={40} />
      </span>
    </div>
  )
}

/** Opens the app in the tap. A page that has no app to open it stays beside ours; another scheme opens no page. */
function openApp(url: string): void {
  window.open(url, /^https?:/.test(url) ? '_blank' : '_self', 'noreferrer')
}

/** The code is the last part of the view, which can be higher than the screen. */
function scrollToEnd(code: HTMLElement | null): void {
  code?.scrollIntoView({ block: 'nearest' })
}
