import { type ReactNode, useEffect, useState } from 'react'
import { text } from '../../../copy.ts'
import { useScope } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'
import { Notice } from '../../parts/Notice.tsx'
import { Skeleton } from '../../parts/Skeleton.tsx'
import { useLoadedFocus } from '../../parts/useLoadedFocus.ts'
import { useSend } from '../send/useSend.ts'
import { Preview } from './Preview.tsx'
import { usePlan } from './usePlan.ts'

/** Shows what a payment does and costs, and what is unusual about it, before the wallet is asked. */
export function SendPreviewView() {
  const { router } = useScope()
  const current = useSend()
  const [maximum, fixMaximum] = useState<bigint>()
  // What is shown must not change under the pointer; the plan allows for a fee that does.
  const { isMaximum } = current.draft
  if (isMaximum && current.isReady && maximum === undefined) fixMaximum(current.amount)
  const send = isMaximum ? { ...current, amount: maximum } : current
  const [isStarted, setStarted] = useState(false)
  const { data: plan, status, refetch } = usePlan(send)
  // Something is missing: the view was opened directly, or the account, its network or its balance has changed.
  const isMissing = send.isLoaded && !send.isReady && !isStarted
  useEffect(() => {
    if (isMissing && !router.back()) router.replace({ name: 'send' })
  }, [isMissing, router])
  if (plan && 'error' in plan)
    return (
      <Failure title={text('send.nameChanged')} help={text('send.nameChangedHelp')}>
        <Button kind="main" autoFocus onClick={() => router.back()}>
          {text('header.back')}
        </Button>
      </Failure>
    )
  if (plan && send.isReady)
    return <Preview send={send} plan={plan} isStarted={isStarted} onStart={() => setStarted(true)} />
  if (status === 'error')
    return (
      <Failure title={text('send.checkFailed')} help={text('send.checkFailedHelp')}>
        <Button kind="main" autoFocus onClick={refetch}>
          {text('action.tryAgain')}
        </Button>
      </Failure>
    )
  return (
    <div className="body" aria-busy="true">
      <p className="hidden" role="status">
        {text('money.checking')}
      </p>
      <Skeleton />
    </div>
  )
}

function Failure({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  const body = useLoadedFocus<HTMLDivElement>()
  return (
    <div className="body" ref={body}>
      <Notice icon="warning" role="alert" title={title} help={help}>
        {children}
      </Notice>
    </div>
  )
}
