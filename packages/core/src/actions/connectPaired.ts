import { isUserRejection, type NamespaceId } from '@portico/protocol'
import type { SIWXSession } from '@portico/siwx'
import { NoAccountsError } from '../connectErrors.ts'
import { dispatchConnection } from '../connectors/dispatchConnection.ts'
import { getConnector } from '../connectors/getConnector.ts'
import { type Kit, track } from '../kit.ts'
import { getConnected } from '../selectors.ts'
import { announceSession } from '../signIn/announceSession.ts'
import { nextAttempt } from './nextAttempt.ts'

export interface ConnectPairedParameters {
  /** The id of a connector that exists for several namespaces. */
  connectorId: string
  /**
   * Pairs with one wallet for all namespaces. Afterwards the connector of each answers `connect({ silent: true })`.
   */
  pair: () => Promise<{
    namespaces: readonly NamespaceId[]
    proofs: readonly SIWXSession[]
    /** How the wallet describes itself. */
    wallet?: { name?: string | undefined } | undefined
  }>
  /** The namespace the visitor wants to connect. Default: the active one. */
  namespace?: NamespaceId | undefined
  /** How the wallet was reached, for the application's events. */
  method: 'qrcode' | 'mobile'
}

/**
 * Pairs with a wallet (WalletConnect) and connects every namespace it shares an account of. A namespace that is
 * already connected keeps its wallet, unless it is the requested one. Sessions that came with the pairing are stored
 * before the connections are written, so that the visitor is not asked to sign again.
 *
 * @throws NoAccountsError when the wallet shares no account of a namespace of the kit · whatever `pair` throws
 */
export async function connectPaired(
  kit: Kit,
  { connectorId, pair, namespace, method }: ConnectPairedParameters,
): Promise<void> {
  const { store, siwx } = kit
  const requested = namespace ?? store.getState().activeNamespace
  const attempt = nextAttempt()
  dispatchConnection(kit, requested, { type: 'connect', connectorId, attempt })
  track(kit, 'SELECT_WALLET', { name: connectorId })
  try {
    const { namespaces, proofs, wallet } = await pair()
    try {
      // The session of the network that will be active goes first, because some configurations keep only one.
      const networkId = store.getState().activeNetworkIds[requested]
      const isActive = ({ data }: SIWXSession) => Number(data.chainId === networkId)
      if (siwx && proofs.length > 0)
        await siwx.setSessions(proofs.toSorted((a, b) => isActive(b) - isActive(a)))
      const isFree = (id: NamespaceId) => id === requested || !getConnected(store.getState(), id)
      const shared = namespaces.filter((id) => kit.namespaces.has(id) && isFree(id))
      if (shared.length === 0) throw new NoAccountsError()
      // The namespace connected last becomes the active one, so the requested one goes last.
      for (const id of shared.toSorted((a, b) => Number(a === requested) - Number(b === requested)))
        await connectSilently(kit, { namespace: id, connectorId })
    } catch (error) {
      // The wallet has a session with this page by now: end it.
      await getConnector(kit, requested, connectorId)
        ?.disconnect()
        .catch((cause: unknown) =>
          kit.logger.warn('The wallet could not be notified of the disconnect.', cause),
        )
      throw error
    }
    track(kit, 'CONNECT_SUCCESS', { name: wallet?.name ?? connectorId, method })
    for (const { data } of siwx ? proofs : [])
      announceSession(kit, { address: data.accountAddress, networkId: data.chainId })
  } catch (error) {
    if (isUserRejection(error)) track(kit, 'USER_REJECTED', { name: connectorId })
    else if (!isAbort(error)) {
      const message = error instanceof Error ? error.message : String(error)
      track(kit, 'CONNECT_ERROR', { name: connectorId, message })
    }
    throw error
  } finally {
    // No effect on a namespace that has connected: that used an attempt number of its own.
    dispatchConnection(kit, requested, { type: 'failed', attempt })
  }
}

async function connectSilently(
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
