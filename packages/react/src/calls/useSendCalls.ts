import type { SendCallsParameters, SendCallsResult } from '@portico/core/calls'
import { useCallback } from 'react'
import { useAppKitInstance } from '../hooks/useAppKitInstance.ts'
import { type RequestCallbacks, type RequestState, useRequest } from '../walletButton/useRequest.ts'

export interface UseSendCallsReturnType extends RequestState<SendCallsResult> {
  /**
   * Has the connected wallet execute calls together. Resolves when the wallet has accepted them; {@link useCallsStatus} says how far
   * they are.
   *
   * @throws {RpcError} 5760 if `atomicRequired` is set and the wallet cannot; 4001 if the visitor refuses; see `sendCalls`
   */
  sendCalls(parameters: SendCallsParameters): Promise<void>
}

/**
 * Returns a function that has the connected wallet execute several calls (`wallet_sendCalls`), and the state of the latest request.
 * If the wallet cannot, and `atomicRequired` is not set, the wallet is asked for one call after the other; `data.isBatch` says which.
 *
 * @throws MissingAppKitError before `createAppKit`
 * @see https://eips.ethereum.org/EIPS/eip-5792
 * @example
 * import { useSendCalls } from '@portico/react/calls'
 *
 * const { sendCalls, data, isPending } = useSendCalls()
 * const calls = [{ to: token, data: approve }, { to: exchange, data: swap }]
 * return <button disabled={isPending} onClick={() => sendCalls({ calls }).catch(() => {})}>Swap</button>
 */
export function useSendCalls(callbacks: RequestCallbacks<SendCallsResult> = {}): UseSendCallsReturnType {
  const { kit } = useAppKitInstance().scope
  const { state, run } = useRequest(callbacks)
  const sendCalls = useCallback(
    (parameters: SendCallsParameters) =>
      run(async () => (await import('@portico/core/calls')).sendCalls(kit, parameters)),
    [kit, run],
  )
  return { ...state, sendCalls }
}
