import { isUserRejection, type NamespaceId } from '@portico/protocol'
import { ConnectionAbandonedError, ConnectorNotFoundError, NoAccountsError } from '../connectErrors.ts'
import type { Connected } from '../connection.ts'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import { getConnector } from '../connectors/getConnector.ts'
import { type Kit, track } from '../kit.ts'
import { rememberWallet } from '../wallets/recentWallets.ts'
import { nextAttempt } from './nextAttempt.ts'

export interface ConnectParameters {
  connectorId: string
  /** Default: the active namespace. */
  namespace?: NamespaceId | undefined
}

/**
 * Connects a wallet: asks it for accounts and, once it answers, writes the connection. A newer call makes an older
 * one void, so a wallet that never answered can be asked again.
 *
 * @throws ConnectorNotFoundError · NoAccountsError · ConnectionAbandonedError · RpcError as the wallet answered (4001: the visitor said no)
 * @example
 * await connect(kit, { connectorId: 'io.metamask' })
 */
export async function connect(kit: Kit, { connectorId, namespace }: ConnectParameters): Promise<Connected> {
  const family = namespace ?? kit.store.getState().activeNamespace
  const connector = getConnector(kit, family, connectorId)
  if (!connector) throw new ConnectorNotFoundError({ connectorId })
  const attempt = nextAttempt()
  const { name } = connector
  track(kit, 'SELECT_WALLET', { name })
  dispatchConnection(kit, family, { type: 'connect', connectorId, attempt })
  try {
    const { accounts, networkId } = await connector.connect({
      silent: false,
      networkId: kit.store.getState().activeNetworkIds[family],
    })
    if (accounts.length === 0) throw new NoAccountsError()
    const before = kit.store.getState().connections[family]
    if (before?.status !== 'connecting' || before.attempt !== attempt) throw new ConnectionAbandonedError()
    const connection = dispatchConnection(kit, family, { type: 'connected', attempt, accounts, networkId })
    if (connection.status !== 'connected') throw new ConnectionAbandonedError()
    // A login is no wallet to find again in a list.
    if (connector.type !== 'AUTH') rememberWallet(kit, { id: connectorId, name, rdns: connector.rdns })
    track(kit, 'CONNECT_SUCCESS', { name, method: 'browser' })
    return connection
  } catch (error) {
    dispatchConnection(kit, family, { type: 'failed', attempt })
    if (isUserRejection(error)) track(kit, 'USER_REJECTED', { name })
    else
      track(kit, 'CONNECT_ERROR', { name, message: error instanceof Error ? error.message : String(error) })
    throw error
  }
}
