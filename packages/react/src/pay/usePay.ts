import type { PaymentResult, PayOptions } from '@portico/core/money'
import { useCallback } from 'react'
import { useAppKitInstance } from '../hooks/useAppKitInstance.ts'
import { type RequestCallbacks, type RequestState, useRequest } from '../walletButton/useRequest.ts'

export interface UsePayReturnType extends RequestState<PaymentResult> {
  /**
   * Opens the modal with a payment. Resolves when the payment is on chain.
   *
   * @throws PayRequestError · ModalClosedError
   */
  open(options: PayOptions): Promise<void>
}

/**
 * Returns a function that opens the modal with a payment, and the state of the latest payment.
 *
 * @example
 * import { usePay } from '@portico/react/pay'
 *
 * const { open, isPending, isSuccess } = usePay({ onSuccess: ({ hash }) => console.log(hash) })
 * const order = { network: 'eip155:8453', asset: 'native', recipient: '0x7099…79C8', amount: '0.01' }
 * return <button disabled={isPending} onClick={() => open(order).catch(() => {})}>{isSuccess ? 'Paid' : 'Pay'}</button>
 */
export function usePay(callbacks: RequestCallbacks<PaymentResult> = {}): UsePayReturnType {
  const { scope } = useAppKitInstance()
  const { state, run } = useRequest(callbacks)
  const open = useCallback(
    (options: PayOptions) =>
      run(async () => (await (await import('./openPayment.ts')).openPayment(scope, options)).paid),
    [scope, run],
  )
  return { ...state, open }
}
