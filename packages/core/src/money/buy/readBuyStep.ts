import type { OnrampOptionsResponse } from '@portico/protocol/gateway'

/** What the button of Buy says; `offers`: the amount is right, and the offers are shown instead. */
export type BuyStep =
  | { name: 'add-amount' }
  | { name: 'incorrect' }
  | { name: 'too-little'; minimum: string }
  | { name: 'too-much'; maximum: string }
  | { name: 'offers'; amount: string }

/** An amount of money: at most two decimals, with a point or a comma. */
const money = /^(\d{1,9})(?:[.,](\d{1,2})?)?$/

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
  const typed = amount.trim()
  if (typed === '') return { name: 'add-amount' }
  const [, whole = '', fraction = ''] = money.exec(typed) ?? []
  if (whole === '') return { name: 'incorrect' }
  const cents = BigInt(whole) * 100n + BigInt(fraction.padEnd(2, '0'))
  if (cents === 0n) return { name: 'add-amount' }
  const limits = options?.paymentCurrencies.find(({ id }) => id === currency)?.limits ?? []
  const lowest = pick(limits, 'min', (a, b) => a < b)
  const highest = pick(limits, 'max', (a, b) => a > b)
  if (lowest && cents < lowest.cents) return { name: 'too-little', minimum: lowest.text }
  if (highest && cents > highest.cents) return { name: 'too-much', maximum: highest.text }
  return { name: 'offers', amount: fraction === '' ? `${BigInt(whole)}` : `${BigInt(whole)}.${fraction}` }
}

/** Returns the widest limit: one of the ways to pay is enough. */
function pick(
  limits: readonly { min: string; max: string }[],
  end: 'min' | 'max',
  isWider: (a: bigint, b: bigint) => boolean,
): { text: string; cents: bigint } | undefined {
  return limits.reduce<{ text: string; cents: bigint } | undefined>((best, limit) => {
    const text = limit[end]
    const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,18}))?$/.exec(text) ?? []
    if (whole === undefined) return best
    const cents = BigInt(whole) * 100n + BigInt(fraction.slice(0, 2).padEnd(2, '0'))
    return best === undefined || isWider(cents, best.cents) ? { text, cents } : best
  }, undefined)
}
