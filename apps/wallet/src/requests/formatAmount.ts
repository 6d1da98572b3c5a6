/** What a token's contract, or the gateway, says of it. Decoration: never what a decision rests on. */
export type TokenFacts = {
  symbol?: string | undefined
  decimals?: number | undefined
  name?: string | undefined
}

/** From here on an amount is no amount but a permission without a limit: no token has that many units. */
const unlimitedFrom = 2n ** 95n

/**
 * An amount for a reader: all digits that count, in whole tokens where the decimals are known, else in base units and
 * said so.
 */
export function formatAmount(amount: bigint, { symbol, decimals }: TokenFacts = {}): string {
  const unit = symbol ? ` ${symbol.slice(0, 24)}` : ''
  if (decimals === undefined || decimals > 60)
    return `${group(amount)}${unit || ' base units'}${unit ? ' base units' : ''}`
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return `${group(BigInt(whole))}${fraction ? `.${fraction}` : ''}${unit}`
}

/** Whether an allowance is as good as none: as large as callers write who mean "everything". */
export function isUnlimited(amount: bigint): boolean {
  return amount >= unlimitedFrom
}

function group(amount: bigint): string {
  return amount.toString().replaceAll(/\B(?=(\d{3})+$)/g, ',')
}
