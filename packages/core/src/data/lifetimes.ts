/** How long what was read counts as fresh, in milliseconds (specification §9; history as AppKit's). */
export const lifetimes = {
  portfolio: 30_000,
  identity: 300_000,
  history: 15_000,
  suggestions: 15_000,
  /** As long as the gateway says itself. */
  wallets: 300_000,
  /** How soon to try again while the gateway does not answer. */
  retry: 4_000,
} as const
