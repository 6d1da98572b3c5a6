import { getConnected } from '@portico/core'
import { useAppKitInstance } from '../hooks/useAppKitInstance.ts'
import { useDerived } from '../hooks/useDerived.ts'
import { AppKitAccountButton } from './AppKitAccountButton.tsx'
import type { AppKitAccountButtonProps } from './AppKitAccountButtonProps.ts'
import { AppKitConnectButton, type AppKitConnectButtonProps } from './AppKitConnectButton.tsx'

export type AppKitButtonProps = AppKitConnectButtonProps & AppKitAccountButtonProps

/**
 * Shows "Connect Wallet", or the account once a wallet is connected. The only button most applications need.
 *
 * @example
 * import { AppKitButton } from '@portico/react'
 *
 * <AppKitButton label="Sign in" balance="hide" />
 */
export function AppKitButton({ label, loadingLabel, size, ...props }: AppKitButtonProps) {
  const isConnected = useDerived(
    useAppKitInstance(),
    (state) => getConnected(state, props.namespace) !== undefined,
  )
  return isConnected ? (
    <AppKitAccountButton {...props} />
  ) : (
    <AppKitConnectButton
      label={label}
      loadingLabel={loadingLabel}
      size={size}
      namespace={props.namespace}
      disabled={props.disabled}
    />
  )
}
