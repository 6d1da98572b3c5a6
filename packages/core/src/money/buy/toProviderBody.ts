import type { Purchase } from './Purchase.ts'

/** Returns a purchase as the gateway's requests to providers spell it. */
export function toProviderBody({ country, currency, asset, amount, address }: Purchase) {
  return {
    countryCode: country,
    sourceCurrencyCode: currency,
    sourceAmount: amount,
    destinationCurrencyCode: asset.symbol,
    destinationChainId: asset.chainId,
    destinationTokenAddress: asset.token || undefined,
    walletAddress: address,
  }
}
