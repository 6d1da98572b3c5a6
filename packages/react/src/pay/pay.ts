import { MissingAppKitError } from '@portico/core'
import type { PaymentResult, PayOptions } from '@portico/core/money'
import { getDefaultAppKit } from '../defaultKit.ts'

/** How a payment ended. Success means that the chain has it: the page's word, so a server must look at the chain itself. */
export type PayResult = { success: true; result: PaymentResult } | { success: false; error: Error }

/**
 * Opens the modal with a payment, and resolves when the payment is on chain, or when the visitor closes the modal before anything was
 * sent.
 *
 * @throws MissingAppKitError before `createAppKit`
 * @example
 * import { pay } from '@portico/react/pay'
 *
 * const { success } = await pay({ network: 'eip155:8453', asset: 'native', recipient: '0x7099…79C8', amount: '0.01' })
 */
export async function pay(options: PayOptions): Promise<PayResult> {
  const appKit = getDefaultAppKit()
  if (!appKit) throw new MissingAppKitError()
  try {
    const { openPayment } = await import('./openPayment.ts')
    const { paid } = await openPayment(appKit.scope, options)
    return { success: true, result: await paid }
  } catch (error) {
    return {
      success: false,
      error: error instanceof Error ? error : new Error('The payment failed.', { cause: error }),
    }
  }
}
