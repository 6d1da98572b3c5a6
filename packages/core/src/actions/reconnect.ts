import type { NamespaceId } from '@portico/protocol'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import { reconnectTimeouts } from '../connectors/reconnectTimeouts.ts'
import { waitForConnector } from '../connectors/waitForConnector.ts'
import type { Kit } from '../kit.ts'

// Loaded together.
export { restoreConnections } from '../connections/restoreConnections.ts'

export interface ReconnectParameters {
  namespace: NamespaceId
  connectorId: string
  /** The attempt number of the `reconnecting` connection. */
  attempt: number
}

/**
 * Restores a connection without prompting the visitor: waits for the wallet to announce itself and reads the accounts
 * it granted before. The connection ends up connected or disconnected. Never throws.
 */
export async function reconnect(
  kit: Kit,
  { namespace, connectorId, attempt }: ReconnectParameters,
): Promise<void> {
  const failAfter = (ms: number) =>
    setTimeout(() => dispatchConnection(kit, namespace, { type: 'failed', attempt }), ms)
  const { announceMs, answerMs } = reconnectTimeouts(connectorId)
  let timer = failAfter(announceMs)
  kit.events.emit({ type: 'connecting' })
  try {
    const connector = await waitForConnector(kit, {
      namespace,
      connectorId,
      isWanted: ({ connections }) => connections[namespace]?.status === 'reconnecting',
    })
    if (!connector) return
    clearTimeout(timer)
    timer = failAfter(answerMs)
    const { accounts, networkId } = await connector.connect({
      silent: true,
      networkId: kit.store.getState().activeNetworkIds[namespace],
    })
    dispatchConnection(kit, namespace, { type: 'connected', attempt, accounts, networkId })
  } catch (error) {
    kit.logger.warn('The wallet used last could not be reconnected.', error)
  } finally {
    clearTimeout(timer)
    dispatchConnection(kit, namespace, { type: 'failed', attempt })
  }
}
