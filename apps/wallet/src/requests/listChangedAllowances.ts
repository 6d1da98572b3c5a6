import type { Hex } from 'viem'
import type { Allowance } from './allowanceKey.ts'
import type { Effect } from './Effect.ts'

/** Lists the allowances that are raised or lowered: only with what is allowed now is it known what is allowed afterwards. */
export function listChangedAllowances(effects: readonly Effect[], address: Hex): Allowance[] {
  return effects.flatMap((effect) => {
    if (effect.type !== 'allow' && effect.type !== 'revoke') return []
    const { asset, from, to } = effect
    if (asset.kind !== 'erc20' || !to || from.toLowerCase() !== address.toLowerCase()) return []
    const isChanged = effect.type === 'allow' ? effect.isAdded : asset.amount > 0n
    return isChanged ? [{ token: asset.token, spender: to }] : []
  })
}
