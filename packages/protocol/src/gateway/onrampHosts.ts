type Hosts = { live: readonly string[]; sandbox: readonly string[] }

/**
 * Hosts of the pages of onramp providers; subdomains are not included. The gateway sends visitors nowhere else, whatever a
 * provider's API answers, and the kit opens no other page, whatever the gateway answers. Hosts of the operator's URL templates
 * are in the kit's option `onrampHosts`.
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
