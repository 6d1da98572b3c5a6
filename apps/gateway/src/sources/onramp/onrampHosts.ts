type Hosts = { live: readonly string[]; sandbox: readonly string[] }

/**
 * Hosts of the providers' own pages. A visitor is sent nowhere else, whatever a provider's API answers. The kit has the same table:
 * `packages/core/src/money/buy/onrampHosts.ts`.
 */
export const onrampHosts = {
  coinbase: { live: ['pay.coinbase.com'], sandbox: [] },
  meld: {
    live: ['meldcrypto.com', 'www.meldcrypto.com', 'fluidmoney.xyz', 'www.fluidmoney.xyz'],
    sandbox: ['sb.meldcrypto.com'],
  },
  moonpay: { live: ['buy.moonpay.com'], sandbox: ['buy-sandbox.moonpay.com'] },
  transak: { live: ['global.transak.com'], sandbox: ['global-stg.transak.com'] },
} as const satisfies Record<string, Hosts>
