import { watchPending } from '@portico/core/money'
import { useEffect, useState } from 'react'
import { useScope } from '../../../kit/KitContext.ts'
import { Checking } from '../money/parts/Checking.tsx'
import { Failure } from '../money/parts/Failure.tsx'
import { useSend } from '../send/useSend.ts'
import { Preview } from './Preview.tsx'
import { usePlan } from './usePlan.ts'

/** Shows what a payment does and costs, and what is unusual about it, before the wallet is asked. */
export function SendPreviewView() {
  const { kit, router } = useScope()
  const current = useSend()
  // The preview warns of a payment like this one that is under way.
  useEffect(() => watchPending(kit), [kit])
  const [maximum, fixMaximum] = useState<bigint>()
  // What is shown must not change under the pointer; the plan allows for a fee that does.
  const { isMaximum } = current.draft
  if (isMaximum && current.isReady && maximum === undefined) fixMaximum(current.amount)
  const send = isMaximum ? { ...current, amount: maximum } : current
  // The visitor has read the address in the form. A name that gets another one meanwhile leads back there.
  const { address } = current.recipient
  const [agreed, agree] = useState(address)
  if (agreed === undefined && address !== undefined) agree(address)
  const isChanged = address !== undefined && address !== agreed
  const [isStarted, setStarted] = useState(false)
  const { data: plan, status, refetch } = usePlan(send)
  // Something is missing: the view was opened directly, or the account, its network or its balance has changed.
  const isMissing = send.isLoaded && !send.isReady && !isStarted
  useEffect(() => {
    if (isMissing && !router.back()) router.replace({ name: 'send' })
  }, [isMissing, router])
  if (isChanged || (plan && 'error' in plan))
    return <Failure id="send.nameChanged" action="header.back" onPress={() => router.back()} />
  if (plan && send.isReady)
    return <Preview send={send} plan={plan} isStarted={isStarted} onStart={() => setStarted(true)} />
  return status === 'error' ? <Failure id="send.checkFailed" onPress={refetch} /> : <Checking />
}
