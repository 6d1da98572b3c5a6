import { lazy, Suspense } from 'react'
import type { AppKitAccountButtonProps } from './AppKitAccountButtonProps.ts'
import { AppKitConnectButton } from './AppKitConnectButton.tsx'

const AccountButton = lazy(() =>
  import('./AccountButton.tsx').then((module) => ({ default: module.AccountButton })),
)

/**
 * Shows the connected account: balance, avatar and address. Opens the account when clicked. On an unsupported network it
 * shows "Switch Network" instead of the balance and opens the list of networks. Renders nothing while no wallet is
 * connected.
 *
 * @example
 * import { AppKitAccountButton } from '@portico/react'
 *
 * <AppKitAccountButton balance="hide" />
 */
export function AppKitAccountButton(props: AppKitAccountButtonProps) {
  return (
    <Suspense fallback={<AppKitConnectButton namespace={props.namespace} disabled />}>
      <AccountButton {...props} />
    </Suspense>
  )
}
