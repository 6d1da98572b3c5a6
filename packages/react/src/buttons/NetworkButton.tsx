import { getNetwork, isUnsupported } from '@portico/core'
import { useAppKitInstance } from '../hooks/useAppKitInstance.ts'
import { useDerived } from '../hooks/useDerived.ts'
import { useLabel } from '../language/useLabel.ts'
import { useLanguage } from '../language/useLanguage.ts'
import { loadModal } from '../modal/loadModal.ts'
import type { AppKitNetworkButtonProps } from './AppKitNetworkButton.tsx'
import styles from './network.css?inline'
import { ShadowHost } from './ShadowHost.tsx'

/** Implements {@link AppKitNetworkButton}. Lazy-loaded by the pages that use it. */
export function NetworkButton({ disabled = false, label }: AppKitNetworkButtonProps) {
  const appKit = useAppKitInstance()
  const name = useDerived(appKit, (state) => getNetwork(state)?.name)
  const isOnUnsupported = useDerived(appKit, (state) => isUnsupported(state))
  const canSwitch = useDerived(appKit, (state) => state.settings.enableNetworkSwitch)
  const select = useLabel('button.network')
  const { own, messages } = useLanguage()
  // The kit's placeholder for such a network has an English name. The text is that of the modal's view, which is in the same file as
  // the labels of the buttons.
  const id = 'title.unsupported-chain'
  const translated = isOnUnsupported ? (own[id] ?? messages[id]) : undefined
  const prefetch = () => void loadModal(appKit.scope).catch(() => {})
  const text = label ?? String(translated ?? name ?? select)
  return (
    <ShadowHost
      fallback={
        <button type="button" disabled={disabled}>
          {text}
        </button>
      }
      styles={styles}
    >
      <button
        type="button"
        className="button network"
        data-testid="w3m-network-button"
        data-unsupported={isOnUnsupported || undefined}
        disabled={disabled || (!canSwitch && !isOnUnsupported)}
        aria-haspopup="dialog"
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => void appKit.open({ view: 'Networks' })}
      >
        <bdi>{text}</bdi>
        <svg className="chevron" viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
          <path d="M6 8l4 4 4-4" />
        </svg>
      </button>
    </ShadowHost>
  )
}
