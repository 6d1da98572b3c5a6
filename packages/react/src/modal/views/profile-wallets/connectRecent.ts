import type { NamespaceId } from '@portico/protocol'
import type { KitScope } from '../../../kit/KitContext.ts'
import { requestConnection } from '../../attempts.ts'

/** Connects a wallet again. Call it synchronously inside a click handler. */
export function connectRecent(
  scope: KitScope,
  { namespace, connectorId }: { namespace: NamespaceId; connectorId: string },
): void {
  const { kit, router } = scope
  const details = kit.store
    .getState()
    .connectors.find(({ id, namespace: own }) => id === connectorId && own === namespace)
  if (details?.type === 'WALLET_CONNECT') router.push({ name: 'connecting-wallet-connect', namespace })
  // The visitor logs in to the embedded wallet again.
  else if (details?.type === 'AUTH') router.push({ name: 'connect', namespace })
  else if (details) void requestConnection(scope, details)
}
