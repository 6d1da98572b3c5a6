import { type ConnectorType, getConnected, getConnectorDetails } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import { useAppKitInstance } from './useAppKitInstance.ts'
import { useDerived } from './useDerived.ts'

export interface UseAppKitProviderReturnType<T> {
  walletProvider: T | undefined
  walletProviderType: ConnectorType | undefined
}

/**
 * The connected wallet's own provider: EIP-1193 for `eip155`, so that it works with viem and ethers.
 *
 * @example
 * const { walletProvider } = useAppKitProvider<EIP1193Provider>('eip155')
 * await walletProvider?.request({ method: 'eth_blockNumber' })
 */
export function useAppKitProvider<T = unknown>(namespace: NamespaceId): UseAppKitProviderReturnType<T> {
  const appKit = useAppKitInstance()
  // The provider itself is no plain data: what it hangs on is, and draws the component again.
  const type = useDerived(appKit, (state) => {
    const connected = getConnected(state, namespace)
    return connected && { id: connected.connectorId, type: getConnectorDetails(state, namespace)?.type }
  })
  return {
    walletProvider: type ? appKit.getProvider<T>(namespace) : undefined,
    walletProviderType: type?.type,
  }
}
