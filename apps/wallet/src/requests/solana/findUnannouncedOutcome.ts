import type { OwnEffect } from './OwnEffect.ts'
import type { SolanaAsset } from './SolanaAsset.ts'
import type { SolanaOutcome } from './SolanaOutcome.ts'
import type { SolanaPart } from './SolanaPart.ts'
import { wrappedCoin } from './wrappedCoin.ts'

/** What a simulation shows beyond what the bytes of a transaction say. */
export type UnannouncedOutcome = {
  /** What leaves in addition. */
  assets: SolanaAsset[]
  hasPermissions: boolean
  isTakenOver: boolean
}

/** Finds what a simulation takes from the account, lets others take, or hands over, and the instructions do not mention. */
export function findUnannouncedOutcome(
  { effects, fee }: Pick<SolanaPart, 'effects' | 'fee'>,
  outcome: SolanaOutcome | undefined,
): UnannouncedOutcome {
  if (outcome?.status !== 'success') return { assets: [], hasPermissions: false, isTakenOver: false }
  const coins = sum(effects, (effect) => {
    if (effect.type === 'open') return effect.lamports
    if (effect.type !== 'send' && effect.type !== 'burn') return 0n
    const { asset } = effect
    return asset.kind === 'coin' || asset.mint === wrappedCoin ? asset.amount : 0n
  })
  // SOL and wrapped SOL count together: wrapping and unwrapping moves one to the other, and what is kept must not hide a loss.
  const more = outcome.coinsOut + (outcome.tokensOut.get(wrappedCoin) ?? 0n) - coins - fee
  const tokens = [...outcome.tokensOut].flatMap(([mint, out]): SolanaAsset[] => {
    const certain = sum(effects, (effect) =>
      (effect.type === 'send' || effect.type === 'burn') &&
      effect.asset.kind === 'token' &&
      effect.asset.mint === mint
        ? effect.asset.amount
        : 0n,
    )
    const amount = out - certain
    if (amount <= 0n || mint === wrappedCoin) return []
    return [{ kind: 'token', account: mint, mint, isProven: true, decimals: undefined, amount }]
  })
  return {
    assets: [...(more > 0n ? [{ kind: 'coin', amount: more } as const] : []), ...tokens],
    hasPermissions: outcome.delegates.some(
      ({ account, delegate, amount }) =>
        !effects.some(
          (effect) =>
            effect.type === 'allow' &&
            effect.asset.account === account &&
            effect.to === delegate &&
            effect.asset.amount >= amount,
        ),
    ),
    isTakenOver: outcome.takenOver.some(
      (account) => !effects.some((effect) => effect.type === 'giveAway' && effect.account === account),
    ),
  }
}

function sum(effects: readonly OwnEffect[], amountOf: (effect: OwnEffect) => bigint): bigint {
  return effects.reduce((total, effect) => total + amountOf(effect), 0n)
}
