import { type SessionState, toSession } from '../session.ts'
import { useAppKitInstance } from './useAppKitInstance.ts'
import { useDerived } from './useDerived.ts'

export type UseAppKitSessionReturnType = SessionState

/**
 * Returns the sign-in status and the session.
 *
 * @example
 * import { useAppKitSession } from '@portico/react'
 *
 * const { session } = useAppKitSession()
 */
export function useAppKitSession(): UseAppKitSessionReturnType {
  return useDerived(useAppKitInstance(), toSession)
}
