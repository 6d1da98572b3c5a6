import { type Capabilities, getConnected } from '@portico/core'
import type { CaipNetworkId } from '@portico/protocol'
import { useAppKitInstance } from '../hooks/useAppKitInstance.ts'
import { useDerived } from '../hooks/useDerived.ts'
import { type ObservedState, useObserved } from './useObserved.ts'

/** What the connected wallet supports, by network. `data` is undefined while no wallet is connected or it has not answered. */
export type UseCapabilitiesReturnType = ObservedState<Partial<Record<CaipNetworkId, Capabilities>>>

/**
 * Returns what the connected wallet supports on the listed networks (`wallet_getCapabilities`). The answer is cached for five minutes.
 *
 * @see https://eips.ethereum.org/EIPS/eip-5792
 * @throws MissingAppKitError before `createAppKit`
 * @example
 * import { useCapabilities } from '@portico/react/calls'
 *
 * const { data } = useCapabilities()
 * const isAtomic = data?.['eip155:8453']?.atomic // { status: 'supported' }
 */
export function useCapabilities(): UseCapabilitiesReturnType {
  const key = useDerived(useAppKitInstance(), (state) => {
    const connected = getConnected(state)
    // The embedded wallet supports something else if its account changes its type.
    return connected && `${connected.connectorId} ${connected.address} ${connected.accounts[0]?.type}`
  })
  return useObserved(key, async (kit, callback) => {
    const [{ observe }, { capabilitiesQuery }] = await Promise.all([
      import('./observe.ts'),
      import('@portico/core/calls'),
    ])
    return observe(kit, capabilitiesQuery(kit), callback)
  })
}
