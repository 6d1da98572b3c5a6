import { formatAmount, isUnlimited, type TokenFacts } from '../formatAmount.ts'

/** Formats the amount of a permission: everything, if it is practically unlimited. */
export function formatAllowance(amount: bigint, token: TokenFacts): string {
  if (!isUnlimited(amount)) return formatAmount(amount, token)
  return `Everything${token.symbol ? `, all ${token.symbol}` : ''}`
}
