import type { Network } from '@portico/core'

/**
 * Returns a payment link (EIP-681). `amount` is in base units, written without an exponent, which not all wallets read.
 *
 * @see https://eips.ethereum.org/EIPS/eip-681
 */
export function toPaymentLink({
  network: { id },
  to,
  token,
  amount,
}: {
  network: Network
  to: string
  token?: { address: string } | undefined
  amount?: bigint | undefined
}): string {
  if (token)
    return `ethereum:${token.address}@${id}/transfer?address=${to}${amount === undefined ? '' : `&uint256=${amount}`}`
  return `ethereum:${to}@${id}${amount === undefined ? '' : `?value=${amount}`}`
}
