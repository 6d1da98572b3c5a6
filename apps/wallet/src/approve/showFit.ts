import { approveText } from './copy.ts'
import type { DrawnRequest } from './drawRequest.ts'
import type { Fit } from './watchFit.ts'

/** Says in the foot why Approve is not enabled. Where the request never fits, the way to the wallet window takes its place. */
export function showFit({ buttons, reason, approve, inWindow }: DrawnRequest, fit: Fit): void {
  const isSmall = fit === 'small'
  reason.textContent = isSmall
    ? approveText('approve.tooSmall')
    : fit === 'scroll'
      ? approveText('approve.scroll')
      : ''
  reason.hidden = fit === 'whole'
  const hadFocus = document.activeElement === approve
  if (isSmall) buttons.append(inWindow)
  else buttons.after(inWindow)
  inWindow.hidden = !isSmall
  inWindow.className = isSmall ? approve.className : 'button quiet'
  approve.hidden = isSmall
  if (hadFocus && isSmall) inWindow.focus({ preventScroll: true })
}
