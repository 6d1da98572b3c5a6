/** How long fetched data counts as fresh, in milliseconds. */
export const lifetimes = {
  portfolio: 30_000,
  identity: 300_000,
  names: 300_000,
  history: 15_000,
  suggestions: 15_000,
  /** The same as the `max-age` of the gateway's responses. */
  wallets: 300_000,
  projectConfig: 300_000,
  /** The delay before a failed query is fetched again. */
  retry: 4_000,
} as const
