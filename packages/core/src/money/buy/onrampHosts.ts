/**
 * The hosts of the providers' pages. A gateway that is compromised can lead visitors only there. Subdomains are not included.
 * Hosts of the operator's URL templates are in the option `onrampHosts`.
 */
export const onrampHosts: Readonly<Record<string, readonly string[]>> = {
  coinbase: ['pay.coinbase.com'],
  meld: ['meldcrypto.com', 'www.meldcrypto.com', 'fluidmoney.xyz', 'www.fluidmoney.xyz', 'sb.meldcrypto.com'],
  moonpay: ['buy.moonpay.com', 'buy-sandbox.moonpay.com'],
  transak: ['global.transak.com', 'global-stg.transak.com'],
}
