import { leavingAssets } from './leavingAssets.ts'
import { ownAmount } from './ownAmount.ts'
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
  const leaving = leavingAssets(effects)
  const rents = effects.reduce((sum, effect) => (effect.type === 'open' ? sum + effect.lamports : sum), 0n)
  // SOL and wrapped SOL count together: wrapping and unwrapping moves one to the other, and what is kept must not hide a loss.
  const out = outcome.coinsOut + (outcome.tokensOut.get(wrappedCoin) ?? 0n)
  const more = out - ownAmount(leaving, 'coin') - ownAmount(leaving, { mint: wrappedCoin }) - rents - fee
  const tokens = [...outcome.tokensOut].flatMap(([mint, left]): SolanaAsset[] => {
    const amount = left - ownAmount(leaving, { mint })
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
