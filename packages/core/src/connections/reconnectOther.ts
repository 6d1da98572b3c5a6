import type { NamespaceId } from '@portico/protocol'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import { reconnectTimeouts } from '../connectors/reconnectTimeouts.ts'
import { waitForConnector } from '../connectors/waitForConnector.ts'
import type { Kit } from '../kit.ts'
import type { State } from '../state.ts'

/**
 * Restores one of the other connections of a namespace without prompting the visitor. It ends up connected or
 * disconnected; the active connection is not affected. Never throws.
 */
export async function reconnectOther(
  kit: Kit,
  { namespace, connectorId }: { namespace: NamespaceId; connectorId: string },
): Promise<void> {
  const isWanted = (state: State) =>
    state.otherConnections?.[namespace]?.some(
      (other) => other.connectorId === connectorId && other.status === 'reconnecting',
    ) === true
  const end = () => {
    if (isWanted(kit.store.getState()))
      dispatchConnection(kit, namespace, { type: 'accounts', connectorId, accounts: [] })
  }
  const { announceMs, answerMs } = reconnectTimeouts(connectorId)
  let timer = setTimeout(end, announceMs)
  try {
    const connector = await waitForConnector(kit, { namespace, connectorId, isWanted })
    clearTimeout(timer)
    if (!connector || !isWanted(kit.store.getState())) return
    timer = setTimeout(end, answerMs)
    const { accounts, networkId } = await connector.connect({
      silent: true,
      networkId: kit.store.getState().activeNetworkIds[namespace],
    })
    if (!isWanted(kit.store.getState())) return
    dispatchConnection(kit, namespace, { type: 'network', connectorId, networkId })
    dispatchConnection(kit, namespace, { type: 'accounts', connectorId, accounts })
  } catch (error) {
    kit.logger.warn('A wallet used before could not be reconnected.', error)
  } finally {
    clearTimeout(timer)
    end()
  }
}
