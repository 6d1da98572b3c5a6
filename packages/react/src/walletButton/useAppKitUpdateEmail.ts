import { useCallback } from 'react'
import { useAppKitInstance } from '../hooks/useAppKitInstance.ts'
import type { UpdatedEmail } from './updateEmail.ts'
import { type RequestCallbacks, type RequestState, useRequest } from './useRequest.ts'

export interface UseAppKitUpdateEmailReturnType extends RequestState<UpdatedEmail> {
  /**
   * Opens the view that changes the e-mail address of the embedded wallet.
   *
   * @throws EmailLoginRequiredError · ModalClosedError
   */
  updateEmail(): Promise<void>
}

/**
 * Returns a function that lets the visitor change the e-mail address of the embedded wallet, and the state of the latest
 * change.
 *
 * @example
 * import { useAppKitUpdateEmail } from '@portico/react/wallet-button'
 *
 * const { data, updateEmail } = useAppKitUpdateEmail()
 * return <button onClick={() => updateEmail().catch(() => {})}>{data?.email ?? 'Change e-mail address'}</button>
 */
export function useAppKitUpdateEmail(
  callbacks: RequestCallbacks<UpdatedEmail> = {},
): UseAppKitUpdateEmailReturnType {
  const { scope } = useAppKitInstance()
  const { state, run } = useRequest(callbacks)
  const updateEmail = useCallback(
    () => run(async () => (await import('./updateEmail.ts')).updateEmail(scope)),
    [scope, run],
  )
  return { ...state, updateEmail }
}
