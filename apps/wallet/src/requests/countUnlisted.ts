import type { Hex } from 'viem'
import type { Effect } from './Effect.ts'
import { listedAtMost } from './listedAtMost.ts'
import { sumSent } from './sumSent.ts'

/** Counts what leaves the account, or can be taken from it, beyond what a description lists. */
export function countUnlisted(effects: readonly Effect[], address: Hex): number {
  const isOwn = (from: Hex) => from.toLowerCase() === address.toLowerCase()
  const sent = effects.filter((effect) => effect.type === 'send' && isOwn(effect.from))
  const recipients = new Set(sent.map((effect) => 'to' in effect && effect.to?.toLowerCase()))
  // What goes to a single recipient is listed by asset.
  const sends = recipients.size > 1 ? sent.length : sumSent(sent, address).length
  const permissions = effects.filter((effect) => effect.type === 'allow')
  return Math.max(0, sends - listedAtMost) + Math.max(0, permissions.length - listedAtMost)
}
