import type { SignIn, SignInSubject } from '@portico/core'
import { useAppKitInstance } from './useAppKitInstance.ts'
import { useDerived } from './useDerived.ts'

export interface UseAppKitSessionReturnType {
  status: SignIn['status']
  /** Whom the session is for; undefined while nobody is signed in. `networkId` is CAIP-2. */
  session: SignInSubject | undefined
}

/** Where signing in stands. */
export function useAppKitSession(): UseAppKitSessionReturnType {
  return useDerived(useAppKitInstance(), ({ signIn }) => ({
    status: signIn.status,
    session:
      signIn.status === 'signed-in' ? { address: signIn.address, networkId: signIn.networkId } : undefined,
  }))
}
