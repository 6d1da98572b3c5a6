import type { SwapToken } from './SwapToken.ts'

/**
 * Finds the token that an application asks for: by its address, or by its symbol. Anybody can give a token the symbol of another one, so
 * only listed tokens are found by it, those that the account holds first.
 *
 * @param parameters.asked a symbol or an address
 * @param parameters.held the addresses of the tokens that the account holds, in lower case; the coin's is `''`
 */
export function findSwapToken({
  tokens,
  asked,
  held,
}: {
  tokens: readonly SwapToken[]
  asked: string
  held: ReadonlySet<string>
}): SwapToken | undefined {
  const wanted = asked.trim().toLowerCase()
  const byAddress = tokens.find(({ token }) => token?.toLowerCase() === wanted)
  if (byAddress) return byAddress
  const named = tokens.filter(({ isListed, symbol }) => isListed && symbol.toLowerCase() === wanted)
  return named.find(({ token = '' }) => held.has(token.toLowerCase())) ?? named[0]
}
