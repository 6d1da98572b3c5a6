import type { SimulateResponse } from '@portico/protocol/gateway'

/** Lists the tokens that a simulation moves, in lower case. */
export function listMovedTokens(simulation: SimulateResponse | undefined): string[] {
  const moved = (simulation?.changes ?? []).filter(({ kind }) => kind === 'erc20')
  return [...new Set(moved.flatMap(({ token }) => (token ? [token.toLowerCase()] : [])))]
}
