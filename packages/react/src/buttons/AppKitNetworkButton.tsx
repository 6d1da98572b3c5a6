import { type ComponentType, useEffect, useState } from 'react'
import { useAppKitInstance } from '../hooks/useAppKitInstance.ts'
import { useLabel } from '../language/useLabel.ts'
import { ShadowHost } from './ShadowHost.tsx'

export interface AppKitNetworkButtonProps {
  /** Whether the button is disabled. Default: false. */
  disabled?: boolean | undefined
  /** The text. Default: the network's name. */
  label?: string | undefined
}

/**
 * Shows the active network and opens the list of networks. It is disabled while `enableNetworkSwitch` is false, except
 * on a network that the visitor must leave.
 *
 * @example
 * import { AppKitNetworkButton } from '@portico/react'
 *
 * <AppKitNetworkButton />
 */
export function AppKitNetworkButton(props: AppKitNetworkButtonProps) {
  const { logger } = useAppKitInstance().scope.kit
  const label = useLabel('button.network')
  const [loaded, setLoaded] = useState<{ NetworkButton: ComponentType<AppKitNetworkButtonProps> }>()
  useEffect(() => {
    import('./NetworkButton.tsx').then(setLoaded, (error: unknown) => {
      logger.error('Failed to load the network button.', error)
    })
  }, [logger])
  if (loaded) return <loaded.NetworkButton {...props} />
  const placeholder = (
    <button type="button" className="button" disabled>
      {props.label ?? label}
    </button>
  )
  return <ShadowHost fallback={placeholder}>{placeholder}</ShadowHost>
}
