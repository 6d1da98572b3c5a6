import type { NamespaceId } from '@portico/protocol'
import { useKitState } from '../../../kit/KitContext.ts'

/** Returns the name of a wallet, also of one that is not available any more. */
export function useWalletName({
  namespace,
  connectorId,
}: {
  namespace: NamespaceId
  connectorId: string
}): string {
  return useKitState(({ connectors, otherConnections }) => {
    const details = connectors.find(({ id, namespace: own }) => id === connectorId && own === namespace)
    const other = otherConnections?.[namespace]?.find((connection) => connection.connectorId === connectorId)
    return details?.walletName ?? other?.name ?? details?.name ?? connectorId
  })
}
