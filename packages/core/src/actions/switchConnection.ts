import type { NamespaceId } from '@portico/protocol'
import { ConnectionAbandonedError, ConnectorNotFoundError } from '../connectErrors.ts'
import { type Account, type Connected, getAwaited } from '../connection.ts'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import { getConnector } from '../connectors/getConnector.ts'
import { AdapterNotFoundError } from '../errors.ts'
import type { Kit } from '../kit.ts'
import { getConnected } from '../selectors.ts'
import { activateNamespace } from './activateNamespace.ts'
import { connect } from './connect.ts'
import { nextAttempt } from './nextAttempt.ts'

export interface SwitchConnectionParameters {
  connectorId: string
  /** One of the accounts the wallet shares. Default: the first one. */
  address?: string | undefined
  /** Default: the active namespace. */
  namespace?: NamespaceId | undefined
}

/**
 * Makes another wallet of a namespace, or another account of its wallet, the active one. A wallet that is connected is
 * not asked again; one that was disconnected is.
 *
 * @throws what `connect` throws
 * @example
 * import { switchConnection } from '@portico/core'
 *
 * await switchConnection(kit, { connectorId: 'io.metamask' })
 */
export async function switchConnection(
  kit: Kit,
  { connectorId, address, namespace = kit.store.getState().activeNamespace }: SwitchConnectionParameters,
): Promise<Connected> {
  if (!kit.namespaces.has(namespace)) throw new AdapterNotFoundError()
  const isActive = getConnected(kit.store.getState(), namespace)?.connectorId === connectorId
  const connected = isActive || (await reconnectSilently(kit, { connectorId, namespace }))
  if (!connected) await connect(kit, { connectorId, namespace })
  activateNamespace(kit, { namespace })
  return activateAccount(kit, namespace, address)
}

/** Connects a wallet that is connected beside the active one. Returns false if it must be asked. */
async function reconnectSilently(
  kit: Kit,
  { connectorId, namespace }: { connectorId: string; namespace: NamespaceId },
): Promise<boolean> {
  const { store } = kit
  const others = store.getState().otherConnections?.[namespace] ?? []
  if (!others.some((other) => other.connectorId === connectorId && other.status === 'connected')) return false
  const connector = getConnector(kit, namespace, connectorId)
  if (!connector) throw new ConnectorNotFoundError({ connectorId })
  const attempt = nextAttempt()
  dispatchConnection(kit, namespace, { type: 'connect', connectorId, attempt })
  try {
    const networkId = store.getState().activeNetworkIds[namespace]
    const answer = await connector.connect({ silent: true, networkId })
    if (getAwaited(store.getState().connections[namespace])?.attempt !== attempt)
      throw new ConnectionAbandonedError()
    if (answer.accounts.length === 0) return false
    dispatchConnection(kit, namespace, { type: 'connected', attempt, ...answer })
    return true
  } finally {
    // No effect once the wallet is connected.
    dispatchConnection(kit, namespace, { type: 'failed', attempt })
  }
}

/** Puts an account first, because the first account is the active one. */
function activateAccount(kit: Kit, namespace: NamespaceId, address: string | undefined): Connected {
  const connected = getConnected(kit.store.getState(), namespace)
  if (!connected) throw new ConnectionAbandonedError()
  const isSame = kit.namespaces.get(namespace)?.isSameAddress
  const chosen = connected.accounts.find(
    (account) => address !== undefined && isSame?.(account.address, address),
  )
  if (!chosen || chosen.address === connected.address) return connected
  const accounts: readonly Account[] = [chosen, ...connected.accounts.filter((account) => account !== chosen)]
  dispatchConnection(kit, namespace, { type: 'accounts', connectorId: connected.connectorId, accounts })
  return getConnected(kit.store.getState(), namespace) ?? connected
}
