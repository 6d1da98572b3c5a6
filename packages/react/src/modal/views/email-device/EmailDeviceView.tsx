import { useEffect, useState } from 'react'
import { text } from '../../../copy.ts'
import { findMailbox } from '../../../embedded/findMailbox.ts'
import { LoginSteps } from '../../../embedded/LoginSteps.tsx'
import { loadEmbedded } from '../../../embedded/loadEmbedded.ts'
import { ResendLinkButton } from '../../../embedded/ResendLinkButton.tsx'
import { toLoginFailure } from '../../../embedded/toLoginFailure.ts'
import { useResendLink } from '../../../embedded/useResendLink.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'
import { Text } from '../../parts/Text.tsx'

/** Registers a new device: waits until the visitor opens the link in the e-mail and approves this device. */
export function EmailDeviceView() {
  const scope = useScope()
  const { kit, router } = scope
  const login = useKitState((state) => state.embedded?.login)
  // Read once: the login state changes before the next view is shown.
  const [{ email, matchCode }] = useState(() => ({
    email: login && login.step !== 'none' ? login.email : '',
    matchCode: login?.step === 'device' ? login.matchCode : undefined,
  }))
  const [failure, setFailure] = useState<ReturnType<typeof toLoginFailure>>()
  const { seconds, isDisabled, result, resend } = useResendLink()
  useEffect(() => {
    const unmounted = new AbortController()
    loadEmbedded(scope)
      .then((embedded) => embedded.waitForDevice(unmounted.signal))
      .then(
        () => {
          if (!unmounted.signal.aborted) router.replace({ name: 'email-code', isSecondStep: true })
        },
        (error: unknown) => {
          if (unmounted.signal.aborted) return
          kit.logger.error('Failed to register the device.', error)
          setFailure(toLoginFailure(error))
        },
      )
    return () => unmounted.abort()
  }, [scope, kit, router])
  const mailbox = findMailbox(email)
  const back = () => router.reset({ name: 'connect' })
  return (
    <div className="body waiting" data-status={failure ? 'failed' : 'waiting'}>
      {!failure && <LoginSteps current="link" />}
      <div className="center">
        <span className="medal">
          <Icon name={failure ? 'warning' : 'mail'} size={24} />
        </span>
        <div className="center-words" role="status">
          <h2>{text(failure ? `email.${failure}` : 'email.openLink')}</h2>
          <p>
            {failure ? (
              text('email.nothingChanged')
            ) : (
              <Text id="email.linkSent" values={{ email: <b>{email}</b> }} />
            )}
          </p>
          {!failure && result && <p>{text(`email.${result}`)}</p>}
        </div>
        {!failure && matchCode !== undefined && (
          <p className="match">
            <small>{text('email.match')}</small>
            <b className="digits">{matchCode}</b>
          </p>
        )}
      </div>
      {!failure && mailbox && (
        <a
          className="btn"
          data-kind="main"
          data-autofocus
          href={mailbox.href}
          target="_blank"
          rel="noopener noreferrer"
        >
          {text('email.openMailbox', { mailbox: mailbox.name })}
        </a>
      )}
      {!failure && (
        <ResendLinkButton seconds={seconds} isDisabled={isDisabled} onClick={() => void resend()} />
      )}
      <Button kind={failure ? 'main' : 'link'} autoFocus onClick={back}>
        {text(failure ? 'action.tryAgain' : 'email.wrongAddress')}
      </Button>
    </div>
  )
}
