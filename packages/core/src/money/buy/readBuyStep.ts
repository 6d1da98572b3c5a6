import type { OnrampOptionsResponse } from '@portico/protocol/gateway'
import { fiatDecimals } from '../fiatDecimals.ts'
import { formatUnits } from '../formatUnits.ts'
import { parseAmount } from '../parseAmount.ts'

/** What the button of Buy says; `offers`: the amount is right, and the offers are shown instead. */
export type BuyStep =
  | { name: 'add-amount' }
  | { name: 'incorrect' }
  | { name: 'too-little'; minimum: string }
  | { name: 'too-much'; maximum: string }
  | { name: 'offers'; amount: string }

/** More than anybody sells, in cents. */
const tooLong = 10n ** 11n
/** The limits of some providers have more decimals than money. */
const limitDecimals = 18

/**
 * Reads the amount that the visitor has typed, and compares it with what the providers take in this currency.
 *
 * @example
 * readBuyStep({ amount: '49,99', currency: 'EUR', options }) // { name: 'offers', amount: '49.99' }
 */
export function readBuyStep({
  amount,
  currency,
  options,
}: {
  amount: string
  currency: string
  options: OnrampOptionsResponse | undefined
}): BuyStep {
  if (amount.trim() === '') return { name: 'add-amount' }
  const cents = parseAmount(amount, fiatDecimals)
  if (cents === undefined || cents >= tooLong) return { name: 'incorrect' }
  if (cents === 0n) return { name: 'add-amount' }
  const limits = options?.paymentCurrencies.find(({ id }) => id === currency)?.limits ?? []
  // The widest limit: one of the ways to pay is enough.
  const [lowest] = sortLimits(limits.map(({ min }) => min))
  const highest = sortLimits(limits.map(({ max }) => max)).at(-1)
  const units = cents * 10n ** BigInt(limitDecimals - fiatDecimals)
  if (lowest && units < lowest.units) return { name: 'too-little', minimum: lowest.text }
  if (highest && units > highest.units) return { name: 'too-much', maximum: highest.text }
  return { name: 'offers', amount: formatUnits(cents, fiatDecimals) }
}

/** Returns the limits that can be read, the lowest first. */
function sortLimits(texts: readonly string[]): { text: string; units: bigint }[] {
  return texts
    .flatMap((text) => {
      const units = parseAmount(text, limitDecimals)
      return units === undefined ? [] : [{ text, units }]
    })
    .sort((a, b) => (a.units < b.units ? -1 : 1))
}
