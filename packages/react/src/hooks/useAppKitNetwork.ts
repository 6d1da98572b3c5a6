import { getConnectorDetails, getNetwork, type Network, type NetworkInput } from '@portico/core'
import type { CaipNetworkId } from '@portico/protocol'
import { useCallback } from 'react'
import { useAppKitInstance } from './useAppKitInstance.ts'
import { useDerived } from './useDerived.ts'

export interface UseAppKitNetworkReturnType {
  caipNetwork: Network | undefined
  chainId: number | string | undefined
  caipNetworkId: CaipNetworkId | undefined
  /** The networks of the active namespace that a wallet approved over WalletConnect; undefined for other wallets. */
  approvedCaipNetworkIds: readonly CaipNetworkId[] | undefined
  /** Whether the wallet can be asked to switch to networks that are not in `approvedCaipNetworkIds`. */
  supportsAllNetworks: boolean
  switchNetwork(network: NetworkInput): Promise<void>
}

/**
 * Returns the active network and a function that switches it. `switchNetwork` throws NetworkNotFoundError, or the
 * wallet's RpcError.
 *
 * @example
 * import { useAppKitNetwork } from '@portico/react'
 * import { base } from '@portico/react/networks'
 *
 * const { caipNetwork, switchNetwork } = useAppKitNetwork()
 * await switchNetwork(base)
 */
export function useAppKitNetwork(): UseAppKitNetworkReturnType {
  const appKit = useAppKitInstance()
  const caipNetwork = useDerived(appKit, (state) => getNetwork(state))
  const connector = useDerived(appKit, (state) => getConnectorDetails(state))
  return {
    caipNetwork,
    chainId: caipNetwork?.id,
    caipNetworkId: caipNetwork?.caipNetworkId,
    approvedCaipNetworkIds: connector?.approvedNetworkIds,
    supportsAllNetworks: connector?.supportsAllNetworks ?? true,
    switchNetwork: useCallback(
      (network: NetworkInput) => appKit.switchNetwork(network, { throwOnFailure: true }),
      [appKit],
    ),
  }
}
