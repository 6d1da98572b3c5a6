import type { Alert } from '@portico/core'
import { useState } from 'react'
import { text } from '../../copy.ts'
import { Icon } from '../../icons/Icon.tsx'
import { useKitState } from '../../kit/KitContext.ts'

/** Shows configuration errors to the application's developer if `debug` is on. */
export function AlertBar() {
  const alert = useKitState((state) => (state.settings.debug ? state.alert : undefined))
  const [dismissed, setDismissed] = useState<Alert>()
  const isShown = alert !== undefined && alert !== dismissed
  return (
    <div role="alert">
      {isShown && (
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
      )}
    </div>
  )
}
