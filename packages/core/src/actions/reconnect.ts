import type { NamespaceId } from '@portico/protocol'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import { getConnector } from '../connectors/getConnector.ts'
import type { Kit } from '../kit.ts'

/** How long a wallet may take to announce itself, and to answer, before the page goes on without it (ms). */
const patience = { announce: 1_500, answer: 5_000 }
/** What is not announced but fetched: on a slow line that takes longer, and it does come. */
const fetched = { ids: ['walletConnect', 'ID_AUTH'], announce: 15_000, answer: 15_000 }

export interface ReconnectParameters {
  namespace: NamespaceId
  connectorId: string
  /** The attempt under which the connection was set to `reconnecting`. */
  attempt: number
}

/**
 * Takes a connection up again without asking the visitor anything: waits for the wallet to announce itself, and reads
 * what it granted before. Ends connected or disconnected; never throws.
 */
export async function reconnect(
  kit: Kit,
  { namespace, connectorId, attempt }: ReconnectParameters,
): Promise<void> {
  const giveUpAfter = (time: number) =>
    setTimeout(() => dispatchConnection(kit, namespace, { type: 'failed', attempt }), time)
  const { announce, answer } = fetched.ids.includes(connectorId) ? fetched : patience
  let timer = giveUpAfter(announce)
  try {
    const connector = await waitForConnector(kit, namespace, connectorId)
    if (!connector) return
    clearTimeout(timer)
    timer = giveUpAfter(answer)
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

/** Extensions announce themselves when they are ready, which may be after the page. */
function waitForConnector(kit: Kit, namespace: NamespaceId, connectorId: string) {
  const find = () => getConnector(kit, namespace, connectorId)
  const isWaiting = () => kit.store.getState().connections[namespace]?.status === 'reconnecting'
  return new Promise<ReturnType<typeof find>>((resolve) => {
    const stop = kit.store.subscribe(check)
    check()
    function check() {
      if (!find() && isWaiting()) return
      stop()
      resolve(find())
    }
  })
}
