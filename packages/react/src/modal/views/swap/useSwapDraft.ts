import { type SwapDraft, slippage, updateMoney } from '@portico/core/money'
import { useCallback } from 'react'
import { useSubject } from '../../../data/useSubject.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'

/**
 * Returns what the visitor has entered to swap with the connected account on its network, and a function that changes it. It stays
 * while the page is open; another account or network starts with an empty form.
 */
export function useSwapDraft(): [SwapDraft, (part: Partial<SwapDraft>) => void] {
  const { kit } = useScope()
  const { address: account, networkId } = useSubject()
  const stored = useKitState((state) => state.money?.swapDraft)
  const isOwn = stored?.account === account && stored.networkId === networkId
  const draft: SwapDraft = isOwn ? stored : { account, networkId, amount: '', slippage: slippage.default }
  const change = useCallback(
    (part: Partial<SwapDraft>) => updateMoney(kit, { swapDraft: { ...draft, ...part } }),
    [kit, draft],
  )
  return [draft, change]
}
