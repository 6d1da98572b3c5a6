import { coinDecimals } from '../networks/supply.ts'

/**
 * Returns a payment link (BIP-21).
 *
 * @param parameters.amount in satoshi
 * @see https://github.com/bitcoin/bips/blob/master/bip-0021.mediawiki
 */
export function toPaymentLink({ to, amount }: { to: string; amount?: bigint | undefined }): string {
  if (amount === undefined) return `bitcoin:${to}`
  const digits = String(amount).padStart(coinDecimals + 1, '0')
  const fraction = digits.slice(-coinDecimals).replace(/0+$/, '')
  return `bitcoin:${to}?amount=${digits.slice(0, -coinDecimals)}${fraction && `.${fraction}`}`
}
