import type { CallsStatus } from '@portico/core'
import { type ObservedState, useObserved } from './useObserved.ts'

/** How far a batch of calls is. */
export type UseCallsStatusReturnType = ObservedState<CallsStatus>

/**
 * Returns how far a batch of calls is, and asks once a second until it has ended.
 *
 * @param parameters.id the ID of the batch; nothing is asked without one
 * @throws MissingAppKitError before `createAppKit`
 * @see https://eips.ethereum.org/EIPS/eip-5792
 * @example
 * import { useCallsStatus, useSendCalls } from '@portico/react/calls'
 *
 * const { data: sent } = useSendCalls()
 * const { data } = useCallsStatus({ id: sent?.id })
 * const isDone = data?.status === 'success'
 */
export function useCallsStatus({ id }: { id: string | undefined }): UseCallsStatusReturnType {
  return useObserved(id, async (kit, callback) => {
    const [{ observe }, { callsStatusQuery }] = await Promise.all([
      import('./observe.ts'),
      import('@portico/core/calls'),
    ])
    return observe(kit, callsStatusQuery(kit, id), callback)
  })
}
