import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../../../icons/Icon.tsx'
import { Status } from '../../../parts/Status.tsx'

/** How a step that waits for a wallet or a network stands. */
export type ProgressState = 'waiting' | 'slow' | 'rejected' | 'failed' | 'done'

const icons: Partial<Record<ProgressState, IconName>> = {
  done: 'check',
  failed: 'warning',
  rejected: 'close',
}

/**
 * Shows the step that a payment has reached: a picture, what happened, what to do next, and buttons. Every change is announced
 * as a whole.
 */
export function Progress({
  state,
  picture,
  title,
  help,
  children,
}: {
  state: ProgressState
  /** Shown while it waits; otherwise an icon is. */
  picture: ReactNode
  title: ReactNode
  help: ReactNode
  /** Buttons. */
  children?: ReactNode
}) {
  const icon = icons[state]
  return (
    <div className="body waiting" data-status={state}>
      <div className="center">
        <div className="ring" data-status={state}>
          {icon ? (
            <span className="medal" data-tone={state === 'done' ? 'good' : undefined}>
              <Icon name={icon} size={32} />
            </span>
          ) : (
            picture
          )}
        </div>
        {/* Outside of a wallet nothing flashes by: every state is announced at once. */}
        <Status isWaiting={false}>
          <h2>{title}</h2>
          <p>{help}</p>
        </Status>
      </div>
      {children}
    </div>
  )
}
