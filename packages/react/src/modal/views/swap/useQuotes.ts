import { type SwapWish, swapQuotesQuery, watchHeads } from '@portico/core/money'
import type { ConvertQuote } from '@portico/protocol/gateway'
import { useEffect, useRef, useState } from 'react'
import type { QueryView } from '../../../data/queryView.ts'
import { useQuery } from '../../../data/useQuery.ts'
import { useScope } from '../../../kit/KitContext.ts'

/** Delay between the last change and the request for offers, in milliseconds. */
const debounceMs = 300
/** At most this often, offers are asked for again when there is a new block, in milliseconds. */
const refreshMs = 10_000
/** After this time without a change, offers are no longer asked for, in milliseconds. */
const idleMs = 300_000

export interface Quotes extends QueryView<readonly ConvertQuote[]> {
  /** The last offers are old, because nothing has changed for five minutes. */
  isPaused: boolean
  /** Asks again after a pause. */
  resume: () => void
}

/** Reads the offers for a swap while the view is shown: shortly after each change, and then with the blocks. */
export function useQuotes(wish: SwapWish | undefined): Quotes {
  const { kit } = useScope()
  const key = JSON.stringify(wish ?? null, (_, value) => (typeof value === 'bigint' ? `${value}` : value))
  const [settled, setSettled] = useState<{ key: string; wish: SwapWish | undefined }>()
  const [pausedKey, setPausedKey] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the wish is a new object on every render; its key identifies it
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ key, wish }), wish === undefined ? 0 : debounceMs)
    return () => clearTimeout(timer)
  }, [key])
  const isSettled = settled?.key === key
  const isPaused = isSettled && wish !== undefined && pausedKey === key
  const query = useQuery(swapQuotesQuery(kit, isSettled && !isPaused ? settled?.wish : undefined))

  const isActive = isSettled && wish !== undefined && !isPaused
  useEffect(() => {
    if (!isActive) return
    const timer = setTimeout(() => setPausedKey(key), idleMs)
    return () => clearTimeout(timer)
  }, [isActive, key])

  const refetch = useRef(query.refetch)
  refetch.current = query.refetch
  const networkId = wish?.subject.networkId
  useEffect(() => {
    if (!isActive || !networkId) return
    let last = Date.now()
    return watchHeads(kit, {
      networkId,
      onHead() {
        if (Date.now() - last < refreshMs) return
        last = Date.now()
        refetch.current()
      },
    })
  }, [kit, isActive, networkId])

  return {
    ...query,
    ...(isActive ? {} : { data: undefined, status: 'pending' as const }),
    isPaused,
    resume: () => setPausedKey(undefined),
  }
}
