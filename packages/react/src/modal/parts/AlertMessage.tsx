import type { Alert } from '@portico/core'
import { useState } from 'react'
import { text } from '../../copy.ts'
import { Icon } from '../../icons/Icon.tsx'

/** An alert, until it is dismissed. */
export function AlertMessage({ alert }: { alert: Alert }) {
  const [dismissed, setDismissed] = useState<Alert>()
  if (alert === dismissed) return null
  return (
    <div className="alert">
      <Icon name="warning" size={18} />
      <div className="grow">
        <b data-testid="wui-alertbar-text">{text(`alert.${alert.id}`)}</b>
        <p>
          {text(`alert.${alert.id}.help`)} {alert.detail !== undefined && <bdi>{alert.detail}</bdi>}
        </p>
      </div>
      <button
        type="button"
        className="ib"
        aria-label={text('action.dismiss')}
        onClick={() => setDismissed(alert)}
      >
        <Icon name="close" size={16} />
      </button>
    </div>
  )
}
