import { type Connection, ConnectionAbandonedError } from '@portico/core'
import { type Bridge, getKitConnection } from './Bridge.ts'

/**
 * Watches the attempt that the kit waits for. `abandoned` rejects once it no longer does, because the visitor has
 * cancelled it or chosen another wallet, so that wagmi ignores a late answer too.
 */
export function watchAttempt(bridge: Bridge): { abandoned: Promise<never>; stop(): void } {
  const attempt = getAwaited(getKitConnection(bridge))?.attempt
  let stop = () => {}
  const abandoned = new Promise<never>((_, reject) => {
    if (attempt === undefined || !bridge.store) return
    stop = bridge.store.subscribe(() => {
      if (getAwaited(getKitConnection(bridge))?.attempt !== attempt) reject(new ConnectionAbandonedError())
    })
  })
  // It may be rejected when nobody waits for it any more.
  abandoned.catch(() => {})
  return { abandoned, stop: () => stop() }
}

/** Returns the attempt whose answer the kit waits for, if any. */
export function getAwaited(
  connection: Connection | undefined,
): { connectorId: string; attempt: number } | undefined {
  if (connection?.status === 'connected') return connection.next
  return connection?.status === 'disconnected' ? undefined : connection
}
