/** The countries of the euro. */
const euro = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ')
/** Currencies of other countries that providers commonly take. */
const currencies: Readonly<Record<string, string>> = {
  AU: 'AUD',
  BR: 'BRL',
  CA: 'CAD',
  CH: 'CHF',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HK: 'HKD',
  IN: 'INR',
  JP: 'JPY',
  KR: 'KRW',
  MX: 'MXN',
  NO: 'NOK',
  NZ: 'NZD',
  PL: 'PLN',
  SE: 'SEK',
  SG: 'SGD',
  TR: 'TRY',
  ZA: 'ZAR',
}

/**
 * Returns the currency in which a visitor of a country pays (ISO 4217), of those that are offered. The dollar where the country's
 * own is not offered, otherwise the first.
 */
export function defaultCurrency(country: string, offered: readonly string[]): string {
  const own = euro.includes(country) ? 'EUR' : currencies[country]
  return [own, 'USD', offered[0]].find((code) => code !== undefined && offered.includes(code)) ?? 'USD'
}
