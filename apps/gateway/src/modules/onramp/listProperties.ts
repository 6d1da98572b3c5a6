import type {
  OnrampOptionsResponse,
  OnrampPropertiesResponse,
  OnrampPropertyType,
} from '@portico/protocol/gateway'
import { countryCurrencies } from './countryCurrencies.ts'

const names = new Intl.DisplayNames(['en'], { type: 'region' })
const currencyNames = new Intl.DisplayNames(['en'], { type: 'currency' })

/**
 * Lists what the providers sell in the shape of Meld's lists of properties, which clients of AppKit read.
 *
 * @param countries ISO 3166-1 codes in which visitors may buy; undefined = all
 */
export function listProperties({
  type,
  options: { purchaseCurrencies, paymentCurrencies },
  countries,
}: {
  type: OnrampPropertyType
  options: OnrampOptionsResponse
  countries: ReadonlySet<string> | undefined
}): OnrampPropertiesResponse {
  const served = countries ? [...countries] : Object.keys(countryCurrencies)
  switch (type) {
    case 'countries':
      return served.map((countryCode) => ({ countryCode, name: names.of(countryCode) ?? countryCode }))
    case 'countries-defaults':
      return served.map((countryCode) => ({
        countryCode,
        defaultCurrencyCode: countryCurrencies[countryCode] ?? 'USD',
        defaultPaymentMethods: [],
      }))
    case 'fiat-currencies':
      return paymentCurrencies.map(({ id }) => ({ currencyCode: id, name: currencyNames.of(id) ?? id }))
    case 'fiat-purchases-limits':
      return paymentCurrencies.flatMap(({ id, limits }) =>
        limits.length === 0
          ? []
          : {
              currencyCode: id,
              minimumAmount: Math.min(...limits.map(({ min }) => Number(min))),
              maximumAmount: Math.max(...limits.map(({ max }) => Number(max))),
            },
      )
    case 'payment-methods':
      return [...new Set(paymentCurrencies.flatMap(({ limits }) => limits.map(({ id }) => id)))].map(
        (id) => ({
          paymentMethod: id,
          name: id,
        }),
      )
    case 'crypto-currencies':
      return purchaseCurrencies.flatMap(({ id, name, iconUrl, networks }) =>
        networks.map(({ chainId, name: chainName, contractAddress }) => ({
          currencyCode: id,
          name,
          chainCode: chainName,
          chainName,
          chainId,
          contractAddress: contractAddress || null,
          symbolImageUrl: iconUrl ?? null,
        })),
      )
  }
}
