import { getNetwork, type Network, type NetworkInput } from '@portico/core'
import type { CaipNetworkId } from '@portico/protocol'
import { useCallback } from 'react'
import { useAppKitInstance } from './useAppKitInstance.ts'
import { useDerived } from './useDerived.ts'

export interface UseAppKitNetworkReturnType {
  caipNetwork: Network | undefined
  chainId: number | string | undefined
  caipNetworkId: CaipNetworkId | undefined
  /** Always undefined: wallets are assumed to support all networks. */
  approvedCaipNetworkIds: readonly CaipNetworkId[] | undefined
  supportsAllNetworks: boolean
  switchNetwork(network: NetworkInput): Promise<void>
}

/**
 * Returns the active network and a function that switches it. `switchNetwork` throws NetworkNotFoundError, or the
 * wallet's RpcError.
 *
 * @example
 * const { caipNetwork, switchNetwork } = useAppKitNetwork()
 * await switchNetwork(base)
 */
export function useAppKitNetwork(): UseAppKitNetworkReturnType {
  const appKit = useAppKitInstance()
  const caipNetwork = useDerived(appKit, (state) => getNetwork(state))
  return {
    caipNetwork,
    chainId: caipNetwork?.id,
    caipNetworkId: caipNetwork?.caipNetworkId,
    approvedCaipNetworkIds: undefined,
    supportsAllNetworks: true,
    switchNetwork: useCallback(
      (network: NetworkInput) => appKit.switchNetwork(network, { throwOnFailure: true }),
      [appKit],
    ),
  }
}
