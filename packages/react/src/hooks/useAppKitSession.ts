import type { SignIn, SignInSubject } from '@portico/core'
import { useAppKitInstance } from './useAppKitInstance.ts'
import { useDerived } from './useDerived.ts'

export interface UseAppKitSessionReturnType {
  status: SignIn['status']
  /** The account and network of the session; undefined while not signed in. `networkId` is a CAIP-2 ID. */
  session: SignInSubject | undefined
}

/**
 * Returns the sign-in status and the session.
 *
 * @example
 * const { session } = useAppKitSession()
 */
export function useAppKitSession(): UseAppKitSessionReturnType {
  return useDerived(useAppKitInstance(), ({ signIn }) => ({
    status: signIn.status,
    session:
      signIn.status === 'signed-in' ? { address: signIn.address, networkId: signIn.networkId } : undefined,
  }))
}
