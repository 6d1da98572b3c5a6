/** A provider whose page is opened with a URL that the operator has written. */
export type OnrampTemplate = {
  name: string
  /** https URL with placeholders such as `{address}`. */
  url: string
  assets: readonly {
    /** CAIP-2. */
    chain: string
    /** Omitted: the network's coin. */
    token?: string | undefined
    symbol: string
    name?: string | undefined
    /** The provider's own code of the asset, for `{code}`. */
    code?: string | undefined
  }[]
  /** ISO 4217 codes. */
  currencies: readonly string[]
  /** ISO 3166-1 codes; omitted: all. */
  countries?: readonly string[] | undefined
}

/** A provider that visitors can buy from, with what it needs. Secrets are read from files. */
export type OnrampProviderConfig =
  | { kind: 'coinbase'; keyId: string; secret: string; webhookSecret: string }
  /** `webhookUrl` is the URL at which this gateway takes the webhooks: Meld signs it, too. */
  | { kind: 'meld'; key: string; webhookSecret: string; webhookUrl: string; isSandbox: boolean }
  | { kind: 'moonpay'; key: string; secret: string; webhookKey: string; isSandbox: boolean }
  | { kind: 'transak'; key: string; secret: string; isSandbox: boolean }
  | { kind: 'template'; id: string; template: OnrampTemplate }
  /** The local provider of `apps/devnet`; never in production. */
  | { kind: 'play'; url: string; secret: string }

/** Configuration of buying. */
export type OnrampConfig = {
  /** In the order of preference. Empty: nothing can be bought. */
  providers: readonly OnrampProviderConfig[]
  /** ISO 3166-1 codes of the countries in which visitors may buy; undefined = no limit. */
  countries: ReadonlySet<string> | undefined
  /** Whether only the accounts of the visitor's session can receive what is bought. */
  needsSession: boolean
}
