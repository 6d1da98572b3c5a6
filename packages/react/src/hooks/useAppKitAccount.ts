import type { NamespaceId } from '@portico/protocol'
import { type AppKitAccount, toAccount } from '../account.ts'
import { useAppKitInstance } from './useAppKitInstance.ts'
import { useDerived } from './useDerived.ts'

/**
 * Returns the connected account of a namespace (default: the active one).
 *
 * @example
 * import { useAppKitAccount } from '@portico/react'
 *
 * const { address, isConnected } = useAppKitAccount()
 */
export function useAppKitAccount({ namespace }: { namespace?: NamespaceId | undefined } = {}): AppKitAccount {
  return useDerived(useAppKitInstance(), (state) => toAccount(state, namespace))
}
