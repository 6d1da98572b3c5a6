import { type SendDraft, updateMoney } from '@portico/core/money'
import type { CaipNetworkId } from '@portico/protocol'
import { useCallback } from 'react'
import { useSubject } from '../../../data/useSubject.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'

/**
 * Returns what the visitor has entered to send from the connected account on its network, and a function that changes it. It stays
 * while the page is open; another account or network starts with an empty form.
 */
export function useDraft(): [SendDraft, (part: Partial<SendDraft>) => void] {
  const { kit } = useScope()
  const { address: from, networkId } = useSubject()
  const stored = useKitState((state) => state.money?.send)
  const isOwn = stored?.from === from && stored.networkId === networkId
  const draft: SendDraft = isOwn
    ? stored
    : {
        ...{ from, networkId: networkId as CaipNetworkId, amount: '', unit: 'token', to: '' },
        ...{ isMaximum: false, isLocked: false },
      }
  const change = useCallback(
    (part: Partial<SendDraft>) => updateMoney(kit, { send: { ...draft, ...part } }),
    [kit, draft],
  )
  return [draft, change]
}
