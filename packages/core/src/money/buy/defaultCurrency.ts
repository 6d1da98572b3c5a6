/** The countries of the euro. */
const euro = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'

/**
 * Returns the currency in which a visitor of a country pays (ISO 4217), of those that are offered. The dollar where the country's
 * own is not offered, otherwise the first. The code of a country's own currency begins with that of the country.
 */
export function defaultCurrency(country: string, offered: readonly string[]): string {
  const own = euro.includes(country) ? 'EUR' : offered.find((code) => code.startsWith(country))
  return [own, 'USD', offered[0]].find((code) => code !== undefined && offered.includes(code)) ?? 'USD'
}
