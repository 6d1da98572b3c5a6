import type { NamespaceId } from '@portico/protocol'
import { toPublicState } from '../appKitState.ts'
import { useAppKitInstance } from '../hooks/useAppKitInstance.ts'
import { useDerived } from '../hooks/useDerived.ts'
import { useLabel } from '../language/useLabel.ts'
import { loadModal } from '../modal/loadModal.ts'
import { ShadowHost } from './ShadowHost.tsx'

export interface AppKitConnectButtonProps {
  /** Whether the button is disabled. Default: false. */
  disabled?: boolean | undefined
  /** The height: `md` or `sm`. Default: `md`. */
  size?: 'md' | 'sm' | undefined
  /** The text. Default: "Connect Wallet" in the language of the kit. */
  label?: string | undefined
  /** The text while a wallet is being connected. Default: "Connecting..." in the language of the kit. */
  loadingLabel?: string | undefined
  /** Connects a wallet of this namespace. Default: any. */
  namespace?: NamespaceId | undefined
}

/**
 * Opens the modal to connect a wallet. The modal's code is prefetched on hover and focus.
 *
 * @example
 * import { AppKitConnectButton } from '@portico/react'
 *
 * <AppKitConnectButton label="Sign in" size="sm" />
 */
export function AppKitConnectButton({
  disabled = false,
  size = 'md',
  label: ownLabel,
  loadingLabel,
  namespace,
}: AppKitConnectButtonProps) {
  const appKit = useAppKitInstance()
  const connect = useLabel('button.connect')
  const connecting = useLabel('button.connecting')
  const label = ownLabel ?? connect
  const isBusy = useDerived(appKit, (state, modal) => {
    const status = state.connections[namespace ?? state.activeNamespace]?.status
    return toPublicState(state, modal).loading || status === 'reconnecting'
  })
  const prefetch = () => {
    void loadModal(appKit.scope).catch(() => {})
    // The account button replaces this one once a wallet is connected.
    void import('./AccountButton.tsx').catch(() => {})
  }
  const text = isBusy ? (loadingLabel ?? connecting) : label
  return (
    <ShadowHost
      fallback={
        <button type="button" disabled={disabled}>
          {label}
        </button>
      }
    >
      <button
        type="button"
        className="button connect"
        data-size={size}
        data-testid={namespace ? `connect-button-${namespace}` : 'connect-button'}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-busy={isBusy}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => void appKit.open({ namespace })}
      >
        <bdi>{text}</bdi>
      </button>
    </ShadowHost>
  )
}
