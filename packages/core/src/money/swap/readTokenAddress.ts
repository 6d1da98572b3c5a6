/** An EVM address, or a key in base58. */
const addressPattern = /^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/

/**
 * Returns the address in a text that a visitor or an application has entered; undefined if it is none, but for example a symbol. The
 * gateway decides whether there is such a token on a network.
 */
export function readTokenAddress(text: string | undefined): string | undefined {
  const trimmed = text?.trim()
  return trimmed !== undefined && addressPattern.test(trimmed) ? trimmed : undefined
}
