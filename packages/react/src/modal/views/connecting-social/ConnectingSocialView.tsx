import { openSocialWindow } from '@portico/core/internal'
import { useState } from 'react'
import { text } from '../../../copy.ts'
import { FrameSlot } from '../../../embedded/FrameSlot.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { SocialIcon } from '../../../social/SocialIcon.tsx'
import { Button } from '../../parts/Button.tsx'
import { Status } from '../../parts/Status.tsx'
import type { View } from '../../router.ts'
import { useSocialLogin } from './useSocialLogin.ts'

/**
 * Waits while the visitor logs in in the provider's window. Once connected, `effects.ts` closes the modal or shows the sign-in
 * view. If there is no such window, the wallet's frame has the button that opens it.
 */
export function ConnectingSocialView({ view }: { view: View }) {
  return view.name === 'connecting-social' && <SocialStep {...view} />
}

function SocialStep({
  provider,
  title,
  namespace,
  isRedirect = false,
  result,
}: Extract<View, { name: 'connecting-social' }>) {
  const { kit } = useScope()
  const [attempt, setAttempt] = useState(0)
  const { status, wait, hold = '' } = useSocialLogin({ provider, namespace, isRedirect, result, attempt })
  const surface = useKitState((state) => state.embedded?.surface.view)
  const isFramed = surface === 'social'
  const isWaiting = status === 'waiting'
  const isReturned = result !== undefined && attempt === 0
  const waiting = isReturned ? 'returned' : isRedirect ? 'redirect' : 'waiting'
  const again = () => {
    // In the click, or the browser blocks it.
    if (!isRedirect) openSocialWindow(kit, provider)
    setAttempt((count) => count + 1)
  }
  // The frame asks whether the account shall open a wallet from before.
  if (isWaiting && surface === 'code') return <FrameSlot />
  return (
    <>
      <div className="body waiting" data-status={isWaiting ? 'waiting' : 'failed'}>
        <div className="center">
          <div className="ring" data-status={isWaiting ? 'waiting' : 'failed'}>
            <span className="medal">
              <SocialIcon provider={provider} size={40} />
            </span>
          </div>
          <Status isWaiting={isWaiting && wait === 'short'}>
            <h2>{text(`social.${isWaiting ? waiting : status}`, { provider: title, time: hold })}</h2>
          </Status>
        </div>
        {isWaiting && !isRedirect && !isFramed && wait !== 'short' && (
          <Button autoFocus onClick={again}>
            {text('social.reopen')}
          </Button>
        )}
        {(!isWaiting || wait === 'long') && (
          <Button
            kind={isWaiting ? 'plain' : 'main'}
            testId="w3m-connecting-widget-secondary-button"
            autoFocus={!isWaiting}
            onClick={again}
          >
            {text('action.tryAgain')}
          </Button>
        )}
      </div>
      {isWaiting && isFramed && <FrameSlot />}
    </>
  )
}
