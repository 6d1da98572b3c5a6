import { isUserRejection, type NamespaceId } from '@portico/protocol'
import { ShadowHost } from '../buttons/ShadowHost.tsx'
import { useAppKitInstance } from '../hooks/useAppKitInstance.ts'
import { useDerived } from '../hooks/useDerived.ts'
import { loadModal } from '../modal/loadModal.ts'
import { getConnectorImage } from '../parts/getConnectorImage.ts'
import { explainSocial } from './explainSocial.ts'
import { findNamedWallet } from './findNamedWallet.ts'
import { isSocialProvider } from './isSocialProvider.ts'
import { useAppKitWallet } from './useAppKitWallet.ts'
import { WalletImage } from './WalletImage.tsx'
import type { WalletName } from './WalletName.ts'
import styles from './walletButton.css?inline'
import { walletLabel } from './walletLabel.ts'

export interface AppKitWalletButtonProps {
  /** The wallet, by its slug such as `metamask`, or a social login such as `google`, or `email`. */
  wallet: WalletName
  /**
   * Connects a wallet of this namespace. Default: the active one, or another one if the wallet does not
   * support it.
   */
  namespace?: NamespaceId | undefined
  /** Whether the button is disabled. Default: false. */
  disabled?: boolean | undefined
}

/**
 * Connects one wallet. Installed wallets are shown with their own name and image; nothing is requested before the visitor
 * acts. A social login that the options or the operator do not offer is shown disabled.
 *
 * @example
 * import { AppKitWalletButton } from '@portico/react/wallet-button'
 *
 * <AppKitWalletButton wallet="metamask" />
 */
export function AppKitWalletButton({ wallet, namespace, disabled = false }: AppKitWalletButtonProps) {
  const appKit = useAppKitInstance()
  const { kit } = appKit.scope
  const { connect, isPending } = useAppKitWallet({ namespace })
  const shown = useDerived(appKit, (state) => {
    const installed = findNamedWallet(state, wallet, namespace)
    const image = installed && getConnectorImage(state, installed)
    const isOff = isSocialProvider(wallet) && explainSocial(kit, wallet, namespace) !== undefined
    return {
      label: installed?.name ?? walletLabel(wallet),
      image,
      isInstalled: installed !== undefined,
      isOff,
    }
  })
  const { label } = shown
  const prefetch = () => {
    void import('./connectByName.ts').catch(() => {})
    if (!shown.isInstalled) void loadModal(appKit.scope).catch(() => {})
  }
  const start = () => {
    connect(wallet).catch((error: unknown) => {
      const isChoice = isUserRejection(error) || (error as { code?: unknown }).code === 'modal-closed'
      if (!isChoice) kit.logger.error(`Failed to connect ${wallet}.`, error)
    })
  }
  const isDisabled = disabled || shown.isOff
  return (
    <ShadowHost
      styles={styles}
      fallback={
        <button type="button" disabled={isDisabled}>
          {label}
        </button>
      }
    >
      <button
        type="button"
        className="button wallet"
        data-testid={`wallet-button-${wallet}`}
        disabled={isDisabled}
        aria-busy={isPending}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={start}
      >
        <WalletImage kit={kit} wallet={wallet} label={label} src={shown.image} />
        <bdi>{label}</bdi>
      </button>
    </ShadowHost>
  )
}
