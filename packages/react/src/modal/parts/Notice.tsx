import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../icons/Icon.tsx'

/** Shows an empty state or an error: a title, what to do, and an action. */
export function Notice({
  icon,
  title,
  help,
  role,
  children,
}: {
  icon: IconName
  title: ReactNode
  help?: ReactNode
  role?: 'status' | 'alert' | undefined
  children?: ReactNode
}) {
  return (
    <div className="center notice">
      <span className="medal">
        <Icon name={icon} size={24} />
      </span>
      <div className="center-words" role={role}>
        <h2>{title}</h2>
        {help !== undefined && <p>{help}</p>}
      </div>
      {children}
    </div>
  )
}
