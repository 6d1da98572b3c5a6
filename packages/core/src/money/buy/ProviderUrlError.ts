import { BaseError } from '@portico/protocol'

/** Thrown when the gateway names a page that is not one of the provider's, or on which somebody else would be paid. It is not opened. */
export class ProviderUrlError extends BaseError {
  override name = 'ProviderUrlError'
  static override code = 'provider-url'
  constructor({ provider, url }: { provider: string; url: string }) {
    const host = URL.canParse(url) ? new URL(url).host : 'no URL'
    super('The page of the provider was not opened: its host is not known, or it names another account.', {
      metaMessages: [
        `Provider: ${provider}`,
        `Host: ${host}`,
        'If the host is right, add it to the option `onrampHosts` of `createAppKit`.',
      ],
    })
  }
}
