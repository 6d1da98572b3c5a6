import { MissingAppKitError } from '@portico/core'
import type { PayOptions } from '@portico/core/money'
import { getDefaultAppKit } from '../defaultKit.ts'

/**
 * Opens the modal with a payment: amount and recipient are set by the application, and the visitor pays from the connected wallet, or
 * from another one by QR code. Resolves when the modal is open; `pay` and `usePay` also say when the payment is made.
 *
 * @throws PayRequestError if the network, the asset, the recipient or the amount is wrong · MissingAppKitError before `createAppKit`
 * @example
 * import { openPay } from '@portico/react/pay'
 *
 * await openPay({ network: 'eip155:8453', asset: 'native', recipient: '0x7099…79C8', amount: '0.01' })
 */
export async function openPay(options: PayOptions): Promise<void> {
  const appKit = getDefaultAppKit()
  if (!appKit) throw new MissingAppKitError()
  const { openPayment } = await import('./openPayment.ts')
  const { paid } = await openPayment(appKit.scope, options)
  // Nobody waits for it.
  paid.catch(() => {})
}
