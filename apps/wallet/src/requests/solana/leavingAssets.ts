import type { OwnEffect } from './OwnEffect.ts'
import type { SolanaAsset } from './SolanaAsset.ts'

/** Lists what effects take from the account, and from others by its authority; not what it sends to itself. */
export function leavingAssets(effects: readonly OwnEffect[]): SolanaAsset[] {
  return effects.flatMap((effect) => (effect.type === 'send' || effect.type === 'burn' ? [effect.asset] : []))
}
