import type { NamespaceId } from '@portico/protocol'
import { lazy, Suspense } from 'react'
import { AppKitConnectButton } from './AppKitConnectButton.tsx'

export interface AppKitAccountButtonProps {
  disabled?: boolean | undefined
  /** Whether the balance stands beside the address (default). */
  balance?: 'show' | 'hide' | undefined
  /** How many characters of the address are shown at its start and end: 4 and 6. */
  charsStart?: number | undefined
  charsEnd?: number | undefined
  namespace?: NamespaceId | undefined
}

const AccountButton = lazy(() =>
  import('./AccountButton.tsx').then((module) => ({ default: module.AccountButton })),
)

/**
 * The connected account: balance, picture, address. On an unsupported network it says so and leads to the networks.
 * Draws nothing while nobody is connected.
 */
export function AppKitAccountButton(props: AppKitAccountButtonProps) {
  return (
    <Suspense fallback={<AppKitConnectButton namespace={props.namespace} disabled />}>
      <AccountButton {...props} />
    </Suspense>
  )
}
