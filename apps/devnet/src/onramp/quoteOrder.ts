import { formatUnits, parseUnits } from 'viem'
import { localOnramp, type OnrampAsset } from './localOnramp.ts'

/** What a buyer gets, and what the provider keeps; all decimal texts, fees in the currency. */
export interface OrderQuote {
  receives: string
  networkFee: string
  serviceFee: string
  totalFee: string
}

const micro = 6
const networkFee = parseUnits('0.5', micro)
/** Percent. */
const serviceFee = 1n
/** Amounts are rounded to so many places, as on a price tag. */
const places = 8

/** Returns the asset with this network and token, in any case; undefined if it is not sold. */
export function findOrderAsset(chainId: string, token: string | null): OnrampAsset | undefined {
  return localOnramp.assets.find(
    (asset) => asset.chainId === chainId && asset.token?.toLowerCase() === token?.toLowerCase(),
  )
}

/** Quotes a purchase; undefined outside of the limits or for an unknown currency. */
export function quoteOrder({
  asset,
  currency,
  amount,
}: {
  asset: OnrampAsset
  currency: string
  /** Decimal text. */
  amount: string
}): OrderQuote | undefined {
  const rate = Object.hasOwn(localOnramp.currencies, currency) ? localOnramp.currencies[currency] : undefined
  if (rate === undefined || !/^\d{1,9}(\.\d{1,6})?$/.test(amount)) return undefined
  const paid = parseUnits(amount, micro)
  if (paid < parseUnits(localOnramp.minimum, micro) || paid > parseUnits(localOnramp.maximum, micro))
    return undefined
  const service = (paid * serviceFee) / 100n
  const kept = Math.min(asset.decimals, places)
  const units =
    ((paid - networkFee - service) * rate * 10n ** BigInt(kept)) / (asset.price * 10n ** BigInt(micro))
  return {
    receives: formatUnits(units, kept),
    networkFee: formatUnits(networkFee, micro),
    serviceFee: formatUnits(service, micro),
    totalFee: formatUnits(networkFee + service, micro),
  }
}
