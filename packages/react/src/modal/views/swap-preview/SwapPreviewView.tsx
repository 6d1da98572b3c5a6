import type { SwapPlan } from '@portico/core'
import { planSwap, runSwap, type SwapWish } from '@portico/core/money'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useQuery } from '../../../data/useQuery.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { focusFirst, focusLoaded } from '../../dialogFocus.ts'
import { Checking } from '../money/parts/Checking.tsx'
import { Failure } from '../money/parts/Failure.tsx'
import { useSwap } from '../swap/useSwap.ts'
import { SwapPreview } from './SwapPreview.tsx'
import { SwapProgress } from './SwapProgress.tsx'

/** Shows what a swap does and costs before anything is signed, and then its progress. */
export function SwapPreviewView() {
  const { kit } = useScope()
  const run = useKitState((state) => state.money?.swap)
  const leave = useRef<AbortController>(undefined)
  // Once the visitor has left, the wallet is not asked for the next step.
  useEffect(() => {
    leave.current = new AbortController()
    return () => leave.current?.abort()
  }, [])
  const start = (wish: SwapWish, plan: SwapPlan) =>
    void runSwap(kit, { wish, plan, signal: leave.current?.signal })
  const stage = run?.stage.name
  const element = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every stage replaces the controls
  useLayoutEffect(() => {
    const view = element.current?.closest<HTMLElement>('.view')
    const root = view?.getRootNode()
    if (!view || !(root instanceof ShadowRoot)) return
    // The control that had the focus was removed, or the stage before had none to focus.
    if (root.activeElement === null) focusFirst(view)
    else focusLoaded(view)
  }, [stage])
  return (
    <div className="stages" ref={element}>
      {!run ? (
        <FirstPreview onStart={start} />
      ) : run.stage.name === 'changed' ? (
        // What is offered now, after the price has become worse than agreed.
        <SwapPreview
          wish={run.wish}
          plan={run.plan}
          state="changed"
          onStart={() => start(run.wish, run.plan)}
        />
      ) : (
        <SwapProgress run={run} onStart={start} />
      )}
    </div>
  )
}

/** The preview of what is entered in the form. */
function FirstPreview({ onStart }: { onStart: (wish: SwapWish, plan: SwapPlan) => void }) {
  const { kit, router } = useScope()
  const { wish, quotes, best, button } = useSwap()
  const parts = wish && [wish.subject.address, wish.from.token ?? '', wish.to.token ?? '', `${wish.amount}`]
  const {
    data: plan,
    status,
    refetch,
  } = useQuery({
    queryKey: ['swap-plan', wish?.subject.networkId ?? '', ...(parts ?? []), wish?.slippage ?? 0],
    enabled: wish !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async () => {
      if (!wish) throw new Error('The query is not enabled.')
      return planSwap(kit, wish)
    },
  })
  // Something is missing: the view was opened directly, or the account, its network or its balance has changed.
  const isMissing =
    button !== 'review' && button !== 'loading' && button !== 'no-route' && button !== 'no-fee'
  useEffect(() => {
    if (isMissing) router.replace({ name: 'swap' })
  }, [isMissing, router])
  if (status === 'error') return <Failure id="swap.unreachable" onPress={refetch} />
  if (!plan || !wish) return <Checking />
  const isWorse = best !== undefined && BigInt(best.toAmount) < plan.order.minimum
  const again = () => {
    if (quotes.isPaused) quotes.resume()
    refetch()
  }
  return (
    <SwapPreview
      wish={wish}
      plan={plan}
      state={quotes.isPaused ? 'old' : isWorse ? 'changed' : 'current'}
      onRefresh={again}
      onStart={() => onStart(wish, plan)}
    />
  )
}
