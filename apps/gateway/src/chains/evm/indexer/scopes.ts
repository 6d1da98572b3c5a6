/*
 * Scopes of the table `intervals`: what a range of blocks has been read for. An account's address is the scope of its
 * token transfers.
 */

const coinSuffix = ' coins'

/** Returns the scope of an account's coin transfers, on chains where a `CoinReader` finds them by account. */
export const coinScope = (account: string): string => `${account}${coinSuffix}`

/** Returns the account of a coin scope; undefined for other scopes. */
export function accountOfCoinScope(scope: string): string | undefined {
  return scope.endsWith(coinSuffix) ? scope.slice(0, -coinSuffix.length) : undefined
}

/** The scope of all transactions of a chain, on chains that are read block by block. */
export const wholeChain = '*'
