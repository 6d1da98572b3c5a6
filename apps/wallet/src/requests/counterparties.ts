import type { Hex } from 'viem'
import type { Effect } from './Effect.ts'

/** Lists the recipients, spenders and operators of a transaction; the called address if it has none. */
export function counterparties(effects: readonly Effect[], to: Hex | undefined): Hex[] {
  const found = effects.flatMap((effect) => (effect.type !== 'unknown' && effect.to ? [effect.to] : []))
  const distinct = new Map(found.map((address) => [address.toLowerCase(), address]))
  return distinct.size > 0 || !to ? [...distinct.values()] : [to]
}
