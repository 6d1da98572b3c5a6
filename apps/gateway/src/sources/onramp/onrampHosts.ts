/**
 * Hosts of the providers' own pages, first the real one, then that of their test environment. A visitor is sent nowhere else, whatever
 * a provider's API answers.
 */
export const onrampHosts = {
  coinbase: ['pay.coinbase.com', 'pay-sandbox.coinbase.com'],
  meld: ['meldcrypto.com', 'sb.meldcrypto.com'],
  moonpay: ['buy.moonpay.com', 'buy-sandbox.moonpay.com'],
  transak: ['global.transak.com', 'global-stg.transak.com'],
} as const satisfies Record<string, readonly [live: string, sandbox: string]>
