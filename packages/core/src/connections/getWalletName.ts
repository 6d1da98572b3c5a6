import type { NamespaceId } from '@portico/protocol'
import type { State } from '../state.ts'

/** Returns the name of a connected wallet, or the ID of its connector if it is not available. */
export function getWalletName(
  { connectors }: State,
  { namespace, connectorId }: { namespace: NamespaceId; connectorId: string },
): string {
  const details = connectors.find(({ id, namespace: own }) => id === connectorId && own === namespace)
  return details?.walletName ?? details?.name ?? connectorId
}
