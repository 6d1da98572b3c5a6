import type { NamespaceId } from '@portico/protocol'
import type { SIWXConfig } from '@portico/siwx'
import type { Connected } from '../connection.ts'
import type { Kit } from '../kit.ts'

/**
 * Ends the sessions of a connection that was disconnected; those of other namespaces are kept. When no namespace is
 * connected any more, every session ends, including those of accounts and networks used earlier.
 */
export function signOut(
  kit: Kit,
  siwx: SIWXConfig,
  { namespace, connection }: { namespace: NamespaceId; connection: Connected },
): void {
  // In a microtask: when several namespaces disconnect at once, the call for the last one ends all sessions.
  const ended = isAnyConnected(kit) ? Promise.resolve().then(endSessions) : siwx.setSessions([])
  ended.catch((error: unknown) => kit.logger.warn('Signing out after the disconnect failed.', error))

  async function endSessions(): Promise<void> {
    if (!isAnyConnected(kit)) return
    const { networks } = kit.store.getState()
    for (const { chainNamespace, caipNetworkId } of networks) {
      if (chainNamespace !== namespace) continue
      // One after the other: a sign-in server with one session for all networks then gets a single revocation.
      for (const { address } of connection.accounts) {
        const sessions = await siwx.getSessions(caipNetworkId, address)
        if (sessions.length > 0) await siwx.revokeSession(caipNetworkId, address)
      }
    }
  }
}

/** Counts namespaces that are reconnecting too, because their sessions must survive. */
function isAnyConnected(kit: Kit): boolean {
  const { connections } = kit.store.getState()
  return [...kit.namespaces.keys()].some((namespace) =>
    ['connected', 'reconnecting'].includes(connections[namespace]?.status ?? ''),
  )
}
