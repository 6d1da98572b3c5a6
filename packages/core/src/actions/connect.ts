import { isUserRejection, type NamespaceId } from '@portico/protocol'
import { ConnectionAbandonedError, ConnectorNotFoundError, NoAccountsError } from '../connectErrors.ts'
import { type Connected, getAwaited } from '../connection.ts'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import { getConnector } from '../connectors/getConnector.ts'
import { AdapterNotFoundError } from '../errors.ts'
import { type Kit, track } from '../kit.ts'
import { nextAttempt } from './nextAttempt.ts'

export interface ConnectParameters {
  connectorId: string
  /** Default: the active namespace. */
  namespace?: NamespaceId | undefined
}

/**
 * Connects a wallet: requests its accounts and writes the connection once it answers. A newer call supersedes an
 * older one, so a wallet that never answered can be asked again.
 *
 * @throws AdapterNotFoundError · ConnectorNotFoundError · NoAccountsError · ConnectionAbandonedError when the attempt was cancelled or
 * superseded · RpcError with the wallet's code (4001: the user rejected the request)
 * @example
 * import { connect } from '@portico/core'
 *
 * await connect(kit, { connectorId: 'io.metamask' })
 */
export async function connect(
  kit: Kit,
  { connectorId, ...parameters }: ConnectParameters,
): Promise<Connected> {
  const namespace = parameters.namespace ?? kit.store.getState().activeNamespace
  if (!kit.namespaces.has(namespace)) throw new AdapterNotFoundError()
  const connector = getConnector(kit, namespace, connectorId)
  if (!connector) throw new ConnectorNotFoundError({ connectorId })
  const attempt = nextAttempt()
  const { name, type } = connector
  track(kit, 'SELECT_WALLET', { name })
  dispatchConnection(kit, namespace, { type: 'connect', connectorId, attempt })
  try {
    const { accounts, networkId } = await connector.connect({
      silent: false,
      networkId: kit.store.getState().activeNetworkIds[namespace],
    })
    if (accounts.length === 0) throw new NoAccountsError()
    const awaited = getAwaited(kit.store.getState().connections[namespace])
    if (awaited?.attempt !== attempt) throw new ConnectionAbandonedError()
    const connection = dispatchConnection(kit, namespace, { type: 'connected', attempt, accounts, networkId })
    if (connection.status !== 'connected') throw new ConnectionAbandonedError()
    track(kit, 'CONNECT_SUCCESS', { name, method: type === 'AUTH' ? 'email' : 'browser' })
    return connection
  } catch (error) {
    dispatchConnection(kit, namespace, { type: 'failed', attempt })
    if (isUserRejection(error)) track(kit, 'USER_REJECTED', { name })
    else
      track(kit, 'CONNECT_ERROR', { name, message: error instanceof Error ? error.message : String(error) })
    throw error
  }
}
