import type { Effect } from './Effect.ts'

/** Whether NFTs leave an account, or may leave it later. */
export function movesNft(effects: readonly Effect[]): boolean {
  return effects.some(
    (effect) =>
      (effect.type === 'send' || effect.type === 'allow') &&
      (effect.asset.kind === 'nft' || effect.asset.kind === 'collection'),
  )
}
