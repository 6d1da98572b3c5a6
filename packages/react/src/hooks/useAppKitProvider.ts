import { type ConnectorType, getConnected, getConnectorDetails } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import { useAppKitInstance } from './useAppKitInstance.ts'
import { useDerived } from './useDerived.ts'

export interface UseAppKitProviderReturnType<T> {
  /** Undefined while no wallet is connected, although its type, which is AppKit's, does not say so. */
  walletProvider: T
  walletProviderType: ConnectorType | undefined
}

/**
 * Returns the provider of the connected wallet: EIP-1193 for `eip155`, so that it works with viem and ethers.
 *
 * @example
 * import { useAppKitProvider } from '@portico/react'
 * import type { EIP1193Provider } from 'viem'
 *
 * const { walletProvider } = useAppKitProvider<EIP1193Provider>('eip155')
 * await walletProvider?.request({ method: 'eth_blockNumber' })
 */
export function useAppKitProvider<T = unknown>(namespace: NamespaceId): UseAppKitProviderReturnType<T> {
  const appKit = useAppKitInstance()
  // The provider is not plain data, so rerender when the connector that provides it changes.
  const connector = useDerived(appKit, (state) => {
    const connected = getConnected(state, namespace)
    return connected && { id: connected.connectorId, type: getConnectorDetails(state, namespace)?.type }
  })
  return {
    walletProvider: (connector && appKit.getProvider<T>(namespace)) as T,
    walletProviderType: connector?.type,
  }
}
