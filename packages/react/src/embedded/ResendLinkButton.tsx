import { text } from '../copy.ts'
import { Button } from '../modal/parts/Button.tsx'

/**
 * Has the link mailed again. Until then it shows a countdown, which is not part of its accessible name, because
 * screen readers would read it out.
 */
export function ResendLinkButton({
  seconds,
  isDisabled,
  onClick,
}: {
  seconds: number
  isDisabled: boolean
  onClick: () => void
}) {
  return (
    <Button kind="link" isBusy={isDisabled} onClick={onClick}>
      {seconds > 0 ? (
        <>
          <span className="hidden">{text('email.resendLink')}</span>
          <span aria-hidden="true">{text('email.resendLinkIn', { time: formatTime(seconds) })}</span>
        </>
      ) : (
        text('email.resendLink')
      )}
    </Button>
  )
}

const formatTime = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
