import type { Warning } from '../approve/Description.ts'
import { dealWarnings } from './dealWarnings.ts'
import type { Asset, Effect } from './Effect.ts'
import { riskText } from './riskCopy.ts'
import { sumSent } from './sumSent.ts'
import { sumWorth } from './sumWorth.ts'
import type { TransactionFacts } from './TransactionFacts.ts'

/** Warns of a swap that pays someone else, enforces nothing, or enforces much less than what is given is worth. */
export function swapWarnings(effects: readonly Effect[], facts: TransactionFacts): Warning[] {
  return effects.flatMap((effect) => {
    if (effect.type !== 'swap') return []
    const { asset, from, to, isCharged } = effect
    const gives = sumWorth(sumSent(effects, from), facts)
    return [
      ...(to ? [danger(riskText('risk.swap.forOther'))] : []),
      ...(isNothing(asset)
        ? [danger(riskText('risk.swap.noMinimum'))]
        : dealWarnings({ gives, gets: sumWorth([asset], facts), deal: to ? 'forOthers' : 'signed' })),
      ...(isCharged ? [note(riskText('risk.swap.charged'))] : []),
    ]
  })
}

function isNothing(asset: Asset): boolean {
  return 'amount' in asset && asset.amount === 0n
}

function danger(text: string): Warning {
  return { level: 'danger', text }
}

function note(text: string): Warning {
  return { level: 'note', text }
}
