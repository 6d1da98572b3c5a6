import { Problem } from '../../infra/http/Problem.ts'
import { readDecimal } from '../../sources/onramp/readDecimal.ts'
import { toUnits } from '../../sources/onramp/toUnits.ts'

/** Currency, amount and place of a purchase, as a client writes them. */
export type PurchaseText = {
  currency: string
  amount: number | string
  country: string | undefined
  subdivision?: string | undefined
}

/**
 * Reads what is to be paid, and where.
 *
 * @param pointers names of the fields in problems
 * @throws {Problem} `invalid-request`
 */
export function readPurchase(
  { currency, amount, country, subdivision }: PurchaseText,
  pointers: { currency: string; amount: string; country: string },
): { fiat: string; amount: string; country: string | undefined; subdivision: string | undefined } {
  const fiat = currency.toUpperCase()
  const read = readDecimal(amount)
  const place = country?.toUpperCase() || undefined
  const region = subdivision?.toUpperCase() || undefined
  const errors = [
    ...(/^[A-Z]{3}$/.test(fiat) ? [] : [{ pointer: pointers.currency, detail: 'Must be an ISO 4217 code.' }]),
    ...(read !== undefined && toUnits(read) > 0n
      ? []
      : [{ pointer: pointers.amount, detail: 'Must be a decimal number above 0.' }]),
    ...(place === undefined || /^[A-Z]{2}$/.test(place)
      ? []
      : [{ pointer: pointers.country, detail: 'Must be an ISO 3166-1 code of two letters.' }]),
    ...(region === undefined || /^[A-Z0-9-]{1,6}$/.test(region)
      ? []
      : [{ pointer: 'subdivision', detail: 'Must be an ISO 3166-2 code.' }]),
  ]
  if (errors.length > 0 || read === undefined)
    throw new Problem('invalid-request', { detail: errors.map(({ detail }) => detail).join(' '), errors })
  return { fiat, amount: read, country: place, subdivision: region }
}
