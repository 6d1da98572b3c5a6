import type { Effect } from './Effect.ts'

/** Lists the tokens that a transaction concerns, as addresses in lower case. */
export function listTokens(effects: readonly Effect[]): string[] {
  const tokens = effects.flatMap((effect) =>
    effect.type !== 'unknown' && 'token' in effect.asset ? [effect.asset.token.toLowerCase()] : [],
  )
  return [...new Set(tokens)]
}
