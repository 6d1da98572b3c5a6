import type { NamespaceId } from '@portico/protocol'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import { getConnector } from '../connectors/getConnector.ts'
import type { Kit } from '../kit.ts'

/** How long to wait for a wallet to announce itself, and then to answer, in milliseconds. */
const timeouts = { announceMs: 1_500, answerMs: 5_000 }
/** Longer for connectors whose code is downloaded first. */
const lazyConnectorIds = ['walletConnect', 'ID_AUTH']
const lazyTimeouts = { announceMs: 15_000, answerMs: 15_000 }

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
  const { announceMs, answerMs } = lazyConnectorIds.includes(connectorId) ? lazyTimeouts : timeouts
  let timer = failAfter(announceMs)
  try {
    const connector = await waitForConnector(kit, namespace, connectorId)
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

/**
 * Resolves with the connector once its wallet announces itself, or undefined when the namespace stops reconnecting.
 */
function waitForConnector(kit: Kit, namespace: NamespaceId, connectorId: string) {
  const find = () => getConnector(kit, namespace, connectorId)
  const isReconnecting = () => kit.store.getState().connections[namespace]?.status === 'reconnecting'
  return new Promise<ReturnType<typeof find>>((resolve) => {
    const unsubscribe = kit.store.subscribe(check)
    check()
    function check() {
      if (!find() && isReconnecting()) return
      unsubscribe()
      resolve(find())
    }
  })
}
