import { track } from '@portico/core/internal'
import { supportedChainsQuery, updateMoney } from '@portico/core/money'
import { useEffect } from 'react'
import { text } from '../../../copy.ts'
import { useQuery } from '../../../data/useQuery.ts'
import { useSubject } from '../../../data/useSubject.ts'
import { useScope } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { SwapForm } from './SwapForm.tsx'
import { SwapNetworks } from './SwapNetworks.tsx'

/** The form of a swap. On a network without swaps, the networks that have them. */
export function SwapView() {
  const { kit } = useScope()
  const { networkId } = useSubject()
  const { data, status, unavailable, refetch } = useQuery(supportedChainsQuery(kit))
  // Gateways of earlier releases do not name any.
  const chains = data && (data.swap ?? [])
  useEffect(() => track(kit, 'OPEN_SWAP', { network: networkId, isSmartAccount: false }), [kit, networkId])
  // A swap that has ended is not shown again.
  useEffect(() => {
    const stage = kit.store.getState().money?.swap?.stage.name
    if (stage && !['checking', 'waiting', 'sent'].includes(stage)) updateMoney(kit, { swap: undefined })
  }, [kit])
  if (chains?.includes(networkId)) return <SwapForm />
  if (chains || unavailable) return <SwapNetworks chains={chains ?? []} />
  if (status === 'error')
    return (
      <div className="body">
        <Notice
          icon="warning"
          role="alert"
          title={text('swap.unreachable')}
          help={text('swap.unreachableHelp')}
        >
          <Button kind="main" onClick={refetch}>
            {text('action.tryAgain')}
          </Button>
        </Notice>
      </div>
    )
  return (
    <div className="body" aria-busy="true">
      <Skeleton />
    </div>
  )
}
