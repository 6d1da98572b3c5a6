import type { OnrampBuyQuoteResponse, OnrampQuote } from '@portico/protocol/gateway'
import { formatUnits } from 'viem/utils'
import { toUnits } from '../../sources/onramp/toUnits.ts'
import type { OnrampQuoted } from './createOnrampQuotes.ts'

type Paid = { amount: string; fiat: string; country: string | undefined }

/** Writes an offer as `POST /v1/onramp/multi/quotes` returns it. */
export function toQuote(
  { provider, asset, offer }: OnrampQuoted,
  { amount, fiat, country }: Paid,
): OnrampQuote {
  const { via, receives, networkFee, transactionFee, totalFee, method } = offer
  const withoutFees = Number(subtract(amount, totalFee))
  return {
    serviceProvider: via ? `${provider.id}:${via.id}` : provider.id,
    name: via?.name ?? provider.name,
    sourceAmount: Number(amount),
    sourceAmountWithoutFees: withoutFees,
    sourceCurrencyCode: fiat,
    countryCode: country ?? '',
    destinationAmount: Number(receives),
    destinationCurrencyCode: asset.symbol,
    exchangeRate: withoutFees / Number(receives),
    networkFee: networkFee === null ? null : Number(networkFee),
    transactionFee: transactionFee === null ? null : Number(transactionFee),
    totalFee: Number(totalFee),
    paymentMethodType: method,
  }
}

/** Writes an offer as `GET /v1/onramp/buy/quotes` returns it. */
export function toBuyQuote(
  { asset, offer, provider }: OnrampQuoted,
  { amount, fiat }: Paid,
): OnrampBuyQuoteResponse {
  const inFiat = (value: string) => ({ value, currency: fiat })
  const networkFee = offer.networkFee ?? '0'
  return {
    paymentTotal: inFiat(amount),
    paymentSubTotal: inFiat(subtract(amount, offer.totalFee)),
    purchaseAmount: { value: offer.receives, currency: asset.symbol },
    coinbaseFee: inFiat(offer.transactionFee ?? subtract(offer.totalFee, networkFee)),
    networkFee: inFiat(networkFee),
    quoteId: `${provider.id}:${asset.chain}`,
  }
}

/** Returns the difference of two amounts, and 0 if it would be negative. */
function subtract(one: string, other: string): string {
  const difference = toUnits(one) - toUnits(other)
  return formatUnits(difference > 0n ? difference : 0n, 36)
}
