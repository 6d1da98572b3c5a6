import { getConnected, isUnsupported, truncateAddress } from '@portico/core'
import { useIdentity } from '../data/useIdentity.ts'
import { useAppKitInstance } from '../hooks/useAppKitInstance.ts'
import { useDerived } from '../hooks/useDerived.ts'
import { formatAmount } from '../language/format.ts'
import { useLabel } from '../language/useLabel.ts'
import { loadModal } from '../modal/loadModal.ts'
import { AccountName } from '../parts/AccountName.tsx'
import { Avatar } from '../parts/Avatar.tsx'
import type { AppKitAccountButtonProps } from './AppKitAccountButtonProps.ts'
import styles from './account.css?inline'
import { ShadowHost } from './ShadowHost.tsx'
import { TokenImage } from './TokenImage.tsx'
import { useShownBalance } from './useShownBalance.ts'

/** Implements {@link AppKitAccountButton}. Lazy-loaded once a wallet is connected. */
export function AccountButton({
  disabled = false,
  balance = 'show',
  charsStart = 4,
  charsEnd = 6,
  namespace,
}: AppKitAccountButtonProps) {
  const appKit = useAppKitInstance()
  const connected = useDerived(appKit, (state) => getConnected(state, namespace))
  const { name, image } = useIdentity(appKit.scope.kit, connected)
  const address = connected?.address
  const isOnUnsupported = useDerived(appKit, (state) => isUnsupported(state, namespace))
  const { balance: shown, isLoading } = useShownBalance(
    appKit,
    balance === 'show' && !isOnUnsupported,
    namespace,
  )
  const { tokens } = appKit.scope.kit.options
  const token = connected && tokens?.[connected.networkId]?.image
  const unsupported = useLabel('button.unsupported')
  if (!address) return null
  const short = truncateAddress(address, { start: charsStart, end: charsEnd })
  const prefetch = () => void loadModal(appKit.scope).catch(() => {})
  return (
    <ShadowHost fallback={<button type="button">{short}</button>} styles={styles}>
      <button
        type="button"
        className="button account"
        data-testid={namespace ? `account-button-${namespace}` : 'account-button'}
        disabled={disabled}
        aria-haspopup="dialog"
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => void appKit.open({ namespace })}
      >
        {isOnUnsupported ? (
          <span className="balance">{unsupported}</span>
        ) : (
          shown && (
            <span className="balance">
              {token && shown.address && <TokenImage kit={appKit.scope.kit} src={shown.iconUrl} />}
              <bdi dir="ltr">
                {formatAmount(shown.quantity.numeric)} <bdi>{shown.symbol}</bdi>
              </bdi>
            </span>
          )
        )}
        {/* Reserves the space, so that elements beside the button do not move while the balance loads. */}
        {isLoading && <span className="balance" data-loading aria-hidden="true" />}
        <span className="who">
          <Avatar address={address} image={image} size={24} />
          <AccountName address={address} name={name} start={charsStart} end={charsEnd} />
        </span>
      </button>
    </ShadowHost>
  )
}
