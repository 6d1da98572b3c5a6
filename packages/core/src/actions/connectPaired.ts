import { isUserRejection, type NamespaceId } from '@portico/protocol'
import type { SIWXSession } from '@portico/siwx'
import { NoAccountsError } from '../connectErrors.ts'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import { getConnector } from '../connectors/getConnector.ts'
import { type Kit, track } from '../kit.ts'
import { getConnected } from '../selectors.ts'
import { nextAttempt } from './nextAttempt.ts'

export interface ConnectPairedParameters {
  /** Of a connector that is there for several families. */
  connectorId: string
  /** Pairs with one wallet for all families; afterwards each family's connector answers `connect({ silent: true })`. */
  pair: () => Promise<{ namespaces: readonly NamespaceId[]; proofs: readonly SIWXSession[] }>
  /** The family the visitor wants to connect (default: the active one). */
  namespace?: NamespaceId | undefined
  /** How the wallet was reached, for the application's events. */
  method: 'qrcode' | 'mobile'
}

/**
 * Connects through a wallet that is paired with first (WalletConnect): one connection for each family it shares an
 * account of, each with its own state; families that are connected already keep their wallet, but for the wanted one. Sign-ins that came with the pairing are stored before the connections are
 * written, so that nobody is asked to sign again.
 *
 * @throws NoAccountsError where the wallet shares nothing of the kit's families · whatever `pair` throws
 */
export async function connectPaired(
  kit: Kit,
  { connectorId, pair, namespace, method }: ConnectPairedParameters,
): Promise<void> {
  const { store, siwx } = kit
  const wanted = namespace ?? store.getState().activeNamespace
  const attempt = nextAttempt()
  dispatchConnection(kit, wanted, { type: 'connect', connectorId, attempt })
  track(kit, 'SELECT_WALLET', { name: connectorId })
  try {
    const { namespaces, proofs } = await pair()
    try {
      if (siwx && proofs.length > 0) await siwx.setSessions([...proofs])
      const isFree = (id: NamespaceId) => id === wanted || !getConnected(store.getState(), id)
      const shared = namespaces.filter((id) => kit.namespaces.has(id) && isFree(id))
      if (shared.length === 0) throw new NoAccountsError()
      // The wanted family comes last, and so is the one in use.
      for (const id of shared.toSorted((a, b) => Number(a === wanted) - Number(b === wanted)))
        await takeUp(kit, { namespace: id, connectorId })
    } catch (error) {
      // The wallet believes it is connected.
      await getConnector(kit, wanted, connectorId)
        ?.disconnect()
        .catch((cause: unknown) => kit.logger.warn('The wallet could not be told to disconnect.', cause))
      throw error
    }
    track(kit, 'CONNECT_SUCCESS', { name: connectorId, method })
  } catch (error) {
    if (isUserRejection(error)) track(kit, 'USER_REJECTED', { name: connectorId })
    else if (!isAbort(error)) {
      const message = error instanceof Error ? error.message : String(error)
      track(kit, 'CONNECT_ERROR', { name: connectorId, message })
    }
    throw error
  } finally {
    // What has connected since is not touched: it has an attempt of its own.
    dispatchConnection(kit, wanted, { type: 'failed', attempt })
  }
}

async function takeUp(
  kit: Kit,
  { namespace, connectorId }: { namespace: NamespaceId; connectorId: string },
): Promise<void> {
  const attempt = nextAttempt()
  dispatchConnection(kit, namespace, { type: 'connect', connectorId, attempt })
  try {
    const connector = getConnector(kit, namespace, connectorId)
    const { accounts = [], networkId } =
      (await connector?.connect({
        silent: true,
        networkId: kit.store.getState().activeNetworkIds[namespace],
      })) ?? {}
    if (accounts.length === 0 || !networkId) throw new NoAccountsError()
    dispatchConnection(kit, namespace, { type: 'connected', attempt, accounts, networkId })
  } finally {
    dispatchConnection(kit, namespace, { type: 'failed', attempt })
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'
