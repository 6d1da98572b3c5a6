import type { AppKitOptions } from '@portico/react/instance'

/** The options of the embedded wallet in an application that has another wallet kit. */
export interface EmbeddedOptions
  extends Pick<
    AppKitOptions,
    | 'gatewayUrl'
    | 'metadata'
    | 'themeMode'
    | 'themeVariables'
    | 'termsConditionsUrl'
    | 'privacyPolicyUrl'
    | 'logLevel'
  > {
  /** The origin of the embedded wallet's site, such as `https://wallet.example.org`. */
  walletUrl: string
  /** The project ID, as in `createAppKit`. */
  projectId: string
  /** The wallet's name in the lists of other kits. Default: `Email`. */
  name?: string | undefined
  /** The wallet's icon in the lists of other kits, as `data:` URI. Default: an envelope. */
  icon?: `data:image/${string}` | undefined
  /**
   * The Ethereum networks that the application can switch to; the first is the one of a first visit.
   * Default: mainnet.
   */
  networks?: AppKitOptions['networks'] | undefined
  /** The social logins to offer beside e-mail, as in `features.socials` of `createAppKit`. Default: none. */
  socials?: readonly string[] | undefined
}
