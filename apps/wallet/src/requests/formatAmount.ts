import { decimalPoint, formatNumber } from '../approve/formatNumber.ts'
import { commonText } from './commonCopy.ts'

/** Token data from the contract or the gateway. For display only: no decision depends on it. */
export type TokenFacts = {
  symbol?: string | undefined
  decimals?: number | undefined
  name?: string | undefined
  /** The coin of a network: without a symbol, it is called so. */
  isCoin?: boolean | undefined
}

/** Allowances from here on count as unlimited: no token has that many base units. */
const unlimitedFrom = 2n ** 95n

/**
 * Formats an amount for display, without rounding: in whole tokens if the decimals are known, otherwise in the smallest units, and
 * it says so.
 */
export function formatAmount(amount: bigint, { symbol, decimals, isCoin }: TokenFacts = {}): string {
  const name = symbol?.slice(0, 24)
  if (decimals === undefined || decimals > 60)
    return name
      ? commonText('common.smallestUnits', { amount: formatNumber(amount), name })
      : commonText('common.smallestUnitsOfUnnamed', { amount: formatNumber(amount) })
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const number = `${formatNumber(BigInt(whole))}${fraction ? `${decimalPoint()}${fraction}` : ''}`
  if (!name) return isCoin ? commonText('common.coins', { amount: number }) : number
  return `${number} ${name}`
}

/** Whether an allowance is practically unlimited. */
export function isUnlimited(amount: bigint): boolean {
  return amount >= unlimitedFrom
}
