/** A provider that visitors can buy from, with what it needs. Secrets are read from files. */
export type OnrampProviderConfig =
  /** The local provider of `apps/devnet`; never in production. */
  { id: 'play'; url: string; secret: string }

/** Configuration of buying. */
export type OnrampConfig = {
  /** In the order of preference. Empty: nothing can be bought. */
  providers: readonly OnrampProviderConfig[]
  /** ISO 3166-1 codes of the countries in which visitors may buy; undefined = no limit. */
  countries: ReadonlySet<string> | undefined
  /** Whether only the accounts of the visitor's session can receive what is bought. */
  needsSession: boolean
}
