import { supportedChainsQuery, updateMoney } from '@portico/core/money'
import { lazy, Suspense, useEffect } from 'react'
import { useQuery } from '../../../data/useQuery.ts'
import { useSubject } from '../../../data/useSubject.ts'
import { useScope } from '../../../kit/KitContext.ts'
import { Checking } from '../money/parts/Checking.tsx'
import { Failure } from '../money/parts/Failure.tsx'
import { useOpenEvent } from '../money/useOpenEvent.ts'
import { SwapForm } from './SwapForm.tsx'

// Most visitors never see it.
const SwapNetworks = lazy(async () => ({
  default: (await import('./loadSwapNetworks.ts')).loadSwapNetworks(),
}))

/** The form of a swap. On a network without swaps, the networks that have them. */
export function SwapView() {
  const { kit } = useScope()
  const { networkId } = useSubject()
  const { data, status, unavailable, refetch } = useQuery(supportedChainsQuery(kit))
  // Gateways of earlier releases do not name any.
  const chains = data && (data.swap ?? [])
  useOpenEvent('OPEN_SWAP', networkId)
  // A swap that has ended is not shown again.
  useEffect(() => {
    const stage = kit.store.getState().money?.swap?.stage.name
    if (stage && !['checking', 'waiting', 'sent'].includes(stage)) updateMoney(kit, { swap: undefined })
  }, [kit])
  if (chains?.includes(networkId)) return <SwapForm />
  if (chains || unavailable)
    return (
      <Suspense fallback={<Checking />}>
        <SwapNetworks chains={chains ?? []} />
      </Suspense>
    )
  if (status === 'error') return <Failure id="swap.unreachable" onPress={refetch} />
  return <Checking isForm />
}
