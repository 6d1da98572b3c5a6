import { formatUnits } from '../assets/formatUnits.ts'

/**
 * Returns a payment link of Solana Pay.
 *
 * @see https://github.com/solana-foundation/solana-pay/blob/master/SPEC.md
 */
export function toPaymentLink({
  network,
  to,
  token,
  amount,
}: {
  network: { nativeCurrency: { decimals: number } }
  to: string
  token?: { address: string; decimals: number } | undefined
  amount?: bigint | undefined
}): string {
  const parameters = new URLSearchParams()
  if (amount !== undefined)
    parameters.set('amount', formatUnits(amount, token?.decimals ?? network.nativeCurrency.decimals))
  if (token) parameters.set('spl-token', token.address)
  return `solana:${to}?${parameters}`.replace(/\?$/, '')
}
