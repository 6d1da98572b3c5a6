import type { NamespaceId } from '@portico/protocol'
import type { SIWXConfig } from '@portico/siwx'
import type { Connected } from '../connection.ts'
import type { Kit } from '../kit.ts'

/**
 * Ends the sessions of a connection that is gone, and leaves those of the other families alone. With the last connection
 * every session ends, also of accounts and networks that were left before.
 */
export function signOut(
  kit: Kit,
  siwx: SIWXConfig,
  { namespace, connection }: { namespace: NamespaceId; connection: Connected },
): void {
  // A moment later: of several that go at once, the last one ends all.
  const ended = isAnyConnected(kit) ? Promise.resolve().then(endOwn) : siwx.setSessions([])
  ended.catch((error: unknown) => kit.logger.warn('Signing out with the disconnect failed.', error))

  async function endOwn(): Promise<void> {
    if (!isAnyConnected(kit)) return
    const { networks } = kit.store.getState()
    for (const { chainNamespace, caipNetworkId } of networks) {
      if (chainNamespace !== namespace) continue
      // One by one: where the sign-in server knows one session for all networks, it is ended once.
      for (const { address } of connection.accounts) {
        const sessions = await siwx.getSessions(caipNetworkId, address)
        if (sessions.length > 0) await siwx.revokeSession(caipNetworkId, address)
      }
    }
  }
}

/** What is being taken up again has a session too, and may not lose it meanwhile. */
function isAnyConnected(kit: Kit): boolean {
  const { connections } = kit.store.getState()
  return [...kit.namespaces.keys()].some((namespace) =>
    ['connected', 'reconnecting'].includes(connections[namespace]?.status ?? ''),
  )
}
