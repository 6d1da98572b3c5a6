/** Lifetimes of the vault's statements for the gateway, in seconds. */
export const statementLifetimes = {
  /** The page hands it over at once. */
  direct: 120,
  /** The page behind a mailed link, or the one that changes an address, may hand it over again for a while. */
  link: 600,
} as const
